/** A table as the first of these boards draws it that works; where none does, in words. */
import type { ComponentType, ReactNode } from "react";
import { Boundary } from "../ui/Boundary";
import { Button, Notice } from "../ui/parts";
import { useWords } from "../ui/words";
import { type BoardGiven, FaceFailed } from "./face";

interface Props {
  boards: ComponentType<BoardGiven>[];
  given: BoardGiven;
  words: ReactNode;
}

export function Drawn({ boards: [Board, ...others], given, words }: Props) {
  if (Board === undefined) return words;
  return (
    <Boundary
      fallback={(again, error) => (
        <div className="drawn">
          <Failed again={again} error={error} />
          <Drawn boards={others} given={given} words={words} />
        </div>
      )}
    >
      <Board {...given} />
    </Boundary>
  );
}

function Failed({ again, error }: { again: () => void; error: unknown }) {
  const say = useWords();
  return (
    <div className="banner">
      <Notice
        kind="bad"
        role="alert"
        title={say(error instanceof FaceFailed ? `face.${error.why}` : "failed.board")}
        action={
          <Button isSmall onClick={again}>
            {say("failed.again")}
          </Button>
        }
      />
    </div>
  );
}
