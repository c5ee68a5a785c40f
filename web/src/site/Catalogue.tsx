/** Every part of the design in every state, for whoever builds with them; `/ui`, in development only. */
import { type ReactNode, useState } from "react";
import { serverNow } from "../table/clock";
import { GameArt, Wheel } from "../ui/art";
import { Clock } from "../ui/Clock";
import { Dialog } from "../ui/Dialog";
import { HIDDEN_CARD, NamedCard, PlayingCard, type Suit } from "../ui/PlayingCard";
import {
  Avatar,
  Badge,
  Button,
  Chip,
  Choice,
  Dot,
  Empty,
  Field,
  LinkButton,
  Notice,
  Skeleton,
  Spinner,
  Switch,
} from "../ui/parts";
import { play, SOUNDS } from "../ui/sound";
import { Tabs } from "../ui/Tabs";
import { usePageTitle } from "../ui/title";
import { toast } from "../ui/toasts";
import { Shell } from "./Shell";

const SUITS: Suit[] = ["spades", "hearts", "diamonds", "clubs"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const COLOURS = [
  "paper",
  "surface",
  "surface-2",
  "surface-3",
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "line-2",
  "accent",
  "accent-2",
  "turn",
  "turn-2",
  "good",
  "bad",
  "bad-2",
  "info",
  "info-2",
  "felt",
  "felt-2",
  "gold",
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ui-part">
      <h2>{title}</h2>
      <div className="ui-row">{children}</div>
    </section>
  );
}

export default function Catalogue() {
  const [isOn, setOn] = useState(true);
  const [choice, setChoice] = useState("b");
  const [tab, setTab] = useState("one");
  const [isOpen, setOpen] = useState<"dialog" | "sheet" | "wide" | null>(null);
  const [start] = useState(() => serverNow());
  usePageTitle("Parts");
  return (
    <Shell>
      <div className="wrap">
        <h1>Parts</h1>
        <Part title="Button">
          {(["plain", "primary", "quiet", "danger"] as const).map((kind) => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
          <Button kind="primary" isBusy>
            busy
          </Button>
          <Button disabled>disabled</Button>
          <Button kind="primary" disabled>
            disabled
          </Button>
          <Button isSmall>small</Button>
          <Button isSmall kind="primary">
            small
          </Button>
          <LinkButton href="/ui">link</LinkButton>
          <Button>
            with a key <kbd>D</kbd>
          </Button>
        </Part>
        <Part title="Chip, Badge, Dot, Avatar, Spinner">
          <Chip>plain</Chip>
          <Chip kind="turn">turn</Chip>
          <Chip kind="good">good</Chip>
          <Chip kind="bad">bad</Chip>
          <Badge count={2} />
          <Badge count={120} />
          <Dot isOn label="here" />
          <Dot isOn={false} label="away" />
          {["Maren", "Tomasz", "Ife", "Sol", "You"].map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Small" isSmall />
          <Spinner />
        </Part>
        <Part title="Clock">
          <Clock until={start + 3_600_000 * 12} />
          <Clock until={start + 728_000} />
          <Clock until={start + 42_000} isMine startMs={60_000} />
          <Clock until={start + 9_000} isMine startMs={60_000} />
        </Part>
        <Part title="Notice">
          <Notice title="Plain">What there is to know.</Notice>
          <Notice kind="bad" isBusy title="Reconnecting…">
            Your last move is saved.
          </Notice>
          <Notice kind="info" title="Ife is away." action={<Button isSmall>Wait</Button>}>
            A bot takes over for her in 0:34.
          </Notice>
          <Notice
            kind="turn"
            title="Looking at move 96 of 148."
            action={<Button isSmall>Back to now</Button>}
          >
            You cannot act here.
          </Notice>
          <Button
            onClick={() => toast("ui", { kind: "bad", title: "Not allowed", text: "It is not your turn." })}
          >
            A toast
          </Button>
        </Part>
        <Part title="Empty, Skeleton">
          <Empty title="No open tables yet" action={<Button kind="primary">New table</Button>}>
            Start one and share the code.
          </Empty>
          <div className="panel ui-wide">
            <Skeleton hasPicture />
          </div>
        </Part>
        <Part title="Switch, Choice, Field">
          <div className="ui-wide">
            <Switch isOn={isOn} onChange={setOn} hint="With a hint">
              A switch
            </Switch>
            <Choice
              legend="A choice"
              name="ui-choice"
              value={choice}
              of={["a", "b", "c"].map((value) => ({ value, label: `Choice ${value}` }))}
              onChange={setChoice}
            />
            <Field id="ui-field" label="A field" hint="And its hint">
              <input
                id="ui-field"
                className="input"
                placeholder="Something"
                aria-describedby="ui-field-hint"
              />
            </Field>
          </div>
        </Part>
        <Part title="Tabs">
          <div className="panel ui-wide">
            <Tabs
              label="Tabs"
              value={tab}
              onChange={setTab}
              tabs={[
                { id: "one", label: "One", content: <p className="pad">The first</p> },
                {
                  id: "two",
                  label: (
                    <>
                      Two <Badge count={2} />
                    </>
                  ),
                  content: <p className="pad">The second</p>,
                },
              ]}
            />
          </div>
        </Part>
        <Part title="Dialog">
          {(["dialog", "sheet", "wide"] as const).map((kind) => (
            <Button key={kind} onClick={() => setOpen(kind)}>
              {kind}
            </Button>
          ))}
        </Part>
        <Part title="Art">
          <Wheel size={60} />
          <GameArt />
        </Part>
        <Part title="Sounds">
          {SOUNDS.map((sound) => (
            <Button key={sound} isSmall onClick={() => play(sound)}>
              {sound}
            </Button>
          ))}
        </Part>
        <Part title="Colours">
          {COLOURS.map((name) => (
            <span key={name} className="ui-colour">
              <span style={{ backgroundColor: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </Part>
        <Part title="Cards">
          <div className="ui-cards">
            {SUITS.flatMap((suit) =>
              RANKS.map((rank) => <PlayingCard key={suit + rank} face={{ rank, suit }} />),
            )}
            <PlayingCard face={{ rank: "X", suit: null }} />
            <PlayingCard face={{ rank: "10", suit: "hearts" }} isCompact />
            <NamedCard name="Long expedition" />
            {HIDDEN_CARD}
          </div>
        </Part>
        {isOpen ? (
          <Dialog title="A dialog" kind={isOpen} onClose={() => setOpen(null)}>
            <div className="pad stack">
              <p>Escape closes it, and the focus goes back.</p>
              <Button kind="primary" onClick={() => setOpen(null)}>
                Close
              </Button>
            </div>
          </Dialog>
        ) : null}
      </div>
    </Shell>
  );
}
