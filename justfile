# Rondel: one verb per task. `uv run just VERB` works on a bare machine.

# list the verbs
_default:
    @{{ just_executable() }} --list --unsorted

# install everything into .venv, from the lock file
setup:
    uv sync --locked
    uv run pre-commit install

# format, lint, types, import contracts, purity, changelog: all that is fast
check:
    uv run ruff format --check
    uv run ruff check
    uv run mypy
    uv run lint-imports --no-logo
    uv run python -m tests.purity.checker
    uv run towncrier build --draft --version next > /dev/null

# put the code into the one format and fix what can be fixed without thinking
format:
    uv run ruff format
    uv run ruff check --fix

# run the tests on two cores; arguments go to pytest
test *ARGS:
    uv run pytest -n 2 {{ ARGS }}

# run the tests and hold kernel, wire, games, laws and bots to full branch coverage
cover:
    uv run coverage erase
    uv run coverage run -m pytest
    uv run coverage combine --quiet
    uv run coverage report --include='src/rondel/kernel/*,src/rondel/wire/*,src/rondel/games/*,src/rondel/laws/*,src/rondel/bots/*' --fail-under=100

# hold a game to the laws for 200 000 steps
laws GAME='decks' STEPS='200000':
    uv run rondel laws {{ GAME }} --steps {{ STEPS }}

# hold a game to the laws for ten million steps; hours, never in CI
laws-long GAME='decks':
    uv run rondel laws {{ GAME }} --steps 10000000

# break a sample game on purpose and count the faults the laws catch
planted:
    uv run python -m tests.laws.planted

# plant leaks in a copy of Cambio and the kernel, one at a time, and count the ones that are caught
leaks *ARGS:
    uv run python -m tests.secrecy.leaks {{ ARGS }}

# name the rules of a rulebook that no test cites
trace GAME:
    uv run python -m tests.trace {{ GAME }}

# play the transcripts among the tests anew and write them
transcripts:
    uv run python -m tests.games.decks.transcripts
    uv run python -m tests.games.cambio.transcripts

# prove every transcript among the tests
verify:
    uv run rondel verify tests/games/*/transcripts/*.jsonl

# sit down at a table in the terminal
play GAME='decks':
    uv run rondel play {{ GAME }}

# let random players play many games; arguments go to rondel simulate
simulate GAME='decks' *ARGS:
    uv run rondel simulate {{ GAME }} {{ ARGS }}

# measure Cambio beside its peers, two minutes; arguments go to the bench
bench *ARGS:
    uv run python -m bench {{ ARGS }}

# install what the bench compares with: boardgame.io and OpenSpiel, outside our own environment
bench-peers:
    npm ci --prefix bench/peers
    uv venv --clear --quiet bench/peers/.venv
    uv pip install --quiet --python bench/peers/.venv --requirement bench/peers/requirements.txt

# build the wheel and the source archive into dist/
build:
    uv build
