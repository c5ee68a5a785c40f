"""Play every scene anew and write it: `python -m tests.games.imperial.transcripts`."""

from pathlib import Path

from tests.games.imperial.transcripts.playthrough import playthrough
from tests.games.imperial.transcripts.scenes import SCENES

HERE = Path(__file__).parent


def main() -> None:
    for name, play in SCENES.items():
        text = play().table.transcript()
        (HERE / f"{name}.jsonl").write_bytes(text)
        (HERE / f"{name}.txt").write_text(playthrough(text), encoding="utf-8")


if __name__ == "__main__":
    main()
