/** A table as the first of these boards draws it that works; where none does, in words. */
import type { ComponentType, ReactNode } from "react";
import { Boundary } from "../ui/Boundary";
import { useTranslation } from "../ui/locales";
import { Button, Notice } from "../ui/parts";
import { type BoardProps, FaceFailed } from "./face";

interface Props {
  boards: ComponentType<BoardProps>[];
  boardProps: BoardProps;
  words: ReactNode;
}

export function Drawn({ boards: [Board, ...others], boardProps, words }: Props) {
  if (Board === undefined) return words;
  return (
    <Boundary
      fallback={(again, error) => (
        <div className="drawn">
          <Failed again={again} error={error} />
          <Drawn boards={others} boardProps={boardProps} words={words} />
        </div>
      )}
    >
      <Board {...boardProps} />
    </Boundary>
  );
}

function Failed({ again, error }: { again: () => void; error: unknown }) {
  const t = useTranslation();
  return (
    <div className="banner">
      <Notice
        kind="bad"
        role="alert"
        title={t(error instanceof FaceFailed ? `face.${error.why}` : "failed.board")}
        action={
          <Button isSmall onClick={again}>
            {t("failed.again")}
          </Button>
        }
      />
    </div>
  );
}
