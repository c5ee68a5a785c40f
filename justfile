# Rondel: one recipe per task. `uv run just RECIPE` works on a bare machine.

# list the recipes
_default:
    @{{ just_executable() }} --list --unsorted

# install everything into .venv, from the lock file
setup:
    uv sync --locked
    uv run pre-commit install

# format, lint, types, import contracts, purity, changelog: all that is fast; of the web client, too, once it was built
check:
    uv run ruff format --check
    uv run ruff check
    uv run mypy
    uv run lint-imports --no-logo
    uv run python -m tests.purity.checker
    uv run towncrier build --draft --version next > /dev/null
    uv run python -m tools.names
    uv run python -m tools.sentences
    uv run zizmor --offline --quiet .github
    if [ -d web/node_modules ]; then npm --prefix web run check; fi

# count names that were replaced and must not come back, in Python and TypeScript
names:
    uv run python -m tools.names

# count non-blank lines by folder, of this commit or of another
lines REVISION='HEAD':
    uv run python -m tools.lines {{ REVISION }}

# put the code into the one format and fix what can be fixed without thinking
format:
    uv run ruff format
    uv run ruff check --fix

# run the tests on two cores, against PostgreSQL and Redis; arguments go to pytest
test *ARGS: services
    uv run pytest -n 2 {{ ARGS }}

# run the tests at night size, with wide sweeps and every case; arguments go to pytest
[positional-arguments]
test-long *ARGS: services
    TEST_SIZE=nightly uv run pytest -n 2 -m 'long or not long' "$@"

# run the long proofs before a release; goes on where it stopped; --fresh, --only NAME, --all, --list
[positional-arguments]
nightly *ARGS: services
    uv run python -m tools.nightly "$@"

# write docs/operate/settings.md, the page of all settings, from the program
settings-page:
    uv run python -m tests.docs.settings_page

# start PostgreSQL and Redis if they are down
services:
    .ci/services

# run migrations, doctor and contracts on the newest PostgreSQL; arguments, such as tests/contracts, go to pytest
newest-postgres *ARGS:
    uv run --group postgres python -m tests.contracts.newest_postgres {{ ARGS }}

# hold the manifests in deploy/kubernetes to the schema of Kubernetes
kubernetes:
    uv run --isolated --only-group kubernetes kubernetes-validate --strict --no-warn $(find deploy/kubernetes -name '*.yaml' ! -name kustomization.yaml)

# run the tests of kernel, kit, wire, games, table, laws and bots, and hold these to full branch coverage; arguments go to pytest
[positional-arguments]
cover *ARGS:
    uv run coverage erase
    # Hypothesis reads all of Unicode once for a new checkout: two seconds here, half a minute while it is traced
    uv run python -c "from hypothesis import strategies; strategies.text().validate()"
    uv run coverage run -m pytest -n 2 --durations=25 tests/kernel tests/kit tests/wire tests/games tests/table tests/laws tests/bots "$@"
    uv run coverage combine --quiet
    uv run coverage report --include='src/rondel/kernel/*,src/rondel/kit/*,src/rondel/wire/*,src/rondel/games/*,src/rondel/table/*,src/rondel/laws/*,src/rondel/bots/*' --fail-under=100

# hold the kit, or for odd numbers the kernel, to full branch coverage by a part of the tests
cover-one DRAW:
    uv run coverage erase
    uv run python -c "from hypothesis import strategies; strategies.text().validate()"
    uv run coverage run -m pytest -n 2 -q {{ if DRAW =~ '[02468]$' { 'tests/kit' } else { 'tests/kernel tests/table tests/wire tests/games/decks' } }}
    uv run coverage combine --quiet
    uv run coverage report --include='src/rondel/{{ if DRAW =~ '[02468]$' { 'kit' } else { 'kernel' } }}/*' --fail-under=100

# hold a game to the laws for 200 000 steps
laws GAME='decks' STEPS='200000':
    uv run rondel laws {{ GAME }} --steps {{ STEPS }}

# hold a game to the laws for ten million steps; hours, never in CI
laws-long GAME='decks':
    uv run rondel laws {{ GAME }} --steps 10000000

# break a sample game on purpose and count the faults the laws catch
planted:
    uv run python -m tests.laws.planted

# plant leaks in a copy of Cambio, Imperial and the kernel, one at a time, and count the ones that are caught
leaks *ARGS:
    uv run python -m tests.secrecy.leaks {{ ARGS }}

# plant leaks in the games of examples/, one at a time, and say what finds each
kit-leaks:
    PYTHONPATH=examples/bramble/src:examples/liars_dice/src uv run python -m tests.kit.leaks

# open the doors of the server, one at a time, in a copy of its sources, and count the ones that its tests find open
[positional-arguments]
door-mutants *ARGS: services
    uv run python -m tests.doors "$@"

# name the rules of a rulebook that no test cites
trace GAME:
    uv run python -m tests.trace {{ GAME }}

# name the sentences that were replaced and still stand somewhere, with their places; exits 1 if there are any
sentences:
    uv run python -m tools.sentences

# write Imperial's board anew from its JSON
board:
    uv run python -m tests.games.imperial.make_board

# play the transcripts among the tests anew and write them
transcripts:
    uv run python -m tests.games.decks.transcripts
    uv run python -m tests.games.cambio.transcripts
    uv run python -m tests.games.imperial.transcripts

# prove every transcript among the tests; the secrets of those that were abandoned are closed
verify:
    uv run rondel verify --unwitnessed $(ls tests/games/*/transcripts/*.jsonl | grep -v /ending_abandoned)
    uv run rondel verify --unwitnessed tests/games/*/transcripts/ending_abandoned.jsonl; test $? -eq 3

# sit down at a table in the terminal
play GAME='decks':
    uv run rondel play {{ GAME }}

# let bots play many games; arguments go to rondel simulate
simulate GAME='decks' *ARGS:
    uv run rondel simulate {{ GAME }} {{ ARGS }}

# serve on this machine, to try things; makes the database `rondel` if there is none
serve *ARGS: services
    psql -h 127.0.0.1 -d postgres -tAc "SELECT 1 FROM pg_database WHERE datname = 'rondel'" | grep -q 1 || createdb -h 127.0.0.1 rondel
    uv run rondel serve --dev --database postgresql://127.0.0.1/rondel {{ ARGS }}

# build the web client, to be served by `rondel serve` and packed into the wheel
web:
    npm --prefix web ci --no-audit --no-fund
    npm --prefix web run build
    npm --prefix web run examples

# run the tests of the web client; its types are those the server tells (`just check` has its format, lint and types)
check-web:
    npm --prefix web run wire:check
    npm --prefix web test -- --passWithNoTests

# play in Chromium against a real server, a drawn sample of files, or those named, or --all: needs the built client, PostgreSQL, chromium and chromium-headless-shell
[positional-arguments]
browser *NAMES: services
    npm --prefix web run browser -- "$@"

# measure how soon pages are painted, presses are seen and frames are drawn; needs the same, and nothing else running
browser-times: services
    npm --prefix web run browser:times

# the same as browser with every file, and axe looks at every page and state in both themes at all widths, each with each
browser-long: services
    EVERY_WAY=1 npm --prefix web run browser

# take the pictures in docs/screens anew, or those whose names begin so; needs the built client, PostgreSQL, chromium and chromium-headless-shell
screens *NAME:
    node tests/browser/screens.mjs {{ NAME }}

# film what moves into docs/screens, five frames each, or what begins so; needs the same as screens
film *NAME:
    node tests/browser/film.mjs {{ NAME }}

# kill nodes, PostgreSQL backends and Redis while people play, and count what was lost or doubled
faults *ARGS:
    uv run python -m tests.faults {{ ARGS }}

# attack a node's connections (huge and slow headers, clients that do not read), and measure what others wait
[positional-arguments]
transport *ARGS: services
    uv run python -m tests.faults.transport "$@"

# cut 2 000 sockets at once and time their return; let one attacker ask 100 times too often while 50 tables play
storm *ARGS: services
    uv run python -m tests.faults.storm {{ ARGS }}

# restart one node, and two behind Caddy and nginx, while 20 people play: moves refused, lost, and the longest wait
restarts *ARGS:
    uv run python -m tests.faults.restarts {{ ARGS }}

# compare the time and size of answers that must not differ: hidden cards, private tables, known accounts
timing *ARGS: services
    uv run python -m tests.timing {{ ARGS }}

# stop Redis for 30 seconds; kill a node while 200 deadlines fall due, and nodes while they mail
faults-long:
    uv run python -m tests.faults --kills 30
    uv run python -m tests.faults.redis_down
    uv run python -m tests.faults.deadlines
    uv run python -m tests.faults.notices

# check that one history explains all that concurrent clients saw while nodes, PostgreSQL and Redis fail
history *ARGS:
    uv run python -m tests.history {{ ARGS }}

# the same for two hours, round after round; Ctrl-C ends it with the figures so far
history-long ROUNDS='120' *ARGS:
    uv run python -m tests.history --rounds {{ ROUNDS }} --seconds 60 {{ ARGS }}

# play seeds in virtual time on simulated nodes, database and bus, and judge what everybody was sent
simulate-faults *ARGS:
    uv run python -m tests.simulate {{ ARGS }}

# plant faults in the server, one at a time, and count the ones that the simulator finds
simulate-mutants *ARGS:
    uv run python -m tests.simulate.mutants {{ ARGS }}

# kill one of two clusters under play, let it come back, and add a third
cells *ARGS:
    exec uv run python -m tests.faults.cells {{ ARGS }}

# kill a PostgreSQL primary under play and promote its standby, 20 times each with and without a lost tail; stop the standby
failover *ARGS:
    exec uv run python -m tests.faults.failover {{ ARGS }}

# play 20 games of Cambio, read its tables by SQL at 200 moments, and compare them with the Views of that version
record *ARGS: services
    uv run python -m tests.server.record_beside_view {{ ARGS }}

# measure every success criterion of the document on Cambio; `--short` in half a minute; exits 1 if one is missed
acceptance *ARGS: services
    uv run python -m tests.acceptance {{ ARGS }}

# live tables on this machine: moves per second, and how soon others see them; exits 1 if the server is late
load *ARGS:
    uv run python -m tests.load {{ ARGS }}

# measure the store beside pgbench
bench-store *ARGS: services
    uv run python -m bench.store {{ ARGS }}

# measure lists and profiles among 100 000 stored tables, beside 1 000; needs 1 GB of disk
many-tables *ARGS: services
    uv run python -m tests.load.many {{ ARGS }}

# let bots finish 10 000 tables, archive and prove them, and replay ten in Chromium; needs the built client
archived-tables *ARGS: services
    uv run python -m tests.load.archived {{ ARGS }}

# measure the goals of speed beside their peers, ten minutes; `--only P4` one of them, `--short` whether a move costs more
bench *ARGS: services
    uv run python -m bench {{ ARGS }}

# let bots play 1 000 tables for an hour, and judge memory, tasks and answers; --minutes, --tables, --json FILE to go on later
soak *ARGS: services
    uv run python -m bench.soak {{ ARGS }}

# what a move costs as tables, spectators, nodes and workers grow; --json FILE, --plot FILE
[positional-arguments]
growth *ARGS: services
    uv run python -m bench.growth "$@"

# measure Imperial's random self-play, steps by second of CPU
bench-imperial *ARGS:
    uv run python -m bench.imperial {{ ARGS }}

# measure the kit's disc game beside the same game written by hand
bench-kit *ARGS:
    PYTHONPATH=examples/bramble/src uv run python -m bench.kit {{ ARGS }}

# install what the bench compares with: boardgame.io and OpenSpiel, outside our own environment
bench-peers:
    npm install --no-save --prefix bench/peers
    uv venv --clear --quiet bench/peers/.venv
    uv pip install --quiet --python bench/peers/.venv --requirement bench/peers/requirements.txt

# build the documentation as a site into site/, strictly, and look for dead links in it
docs:
    rm -rf site
    uv run --isolated --only-group docs zensical build --strict --clean
    uv run python -m tests.docs.site

# build the wheel and the source archive into dist/
build:
    uv build

# build both twice, from clean copies of the sources, and compare the bytes; two minutes
reproducible *ARGS:
    uv run python -m tests.reproducible {{ ARGS }}

# follow the Dockerfile line by line without a container, up to a page that is served; --modules web/node_modules saves npm ci
image *ARGS: services
    uv run python -m tests.server.image {{ ARGS }}

# follow docs/operate/install.md in a fresh folder, on new servers of PostgreSQL 15 and 18, and time each command
install-walk *ARGS:
    uv run --group postgres python -m tests.docs.install_walk {{ ARGS }}

# from the wheel to a table of `rondel demo` in Chromium, stage by stage; needs the built client, chromium-headless-shell
fresh-demo *ARGS:
    uv run python -m tests.server.fresh_demo {{ ARGS }}

# make all of a release into dist/: wheel, source archive, bill of materials, notes; the tag must be the version
release TAG:
    uv run --group release python -m tests.release {{ TAG }}

# make the bill of materials (CycloneDX) of what a server runs, and compare it with the lock file
sbom:
    uv run --group release python -m tests.bill_of_materials

# look for advisories about locked dependencies, of Python at OSV and of the web client at npm; needs the network
audit:
    uv audit --locked
    npm --prefix web audit --package-lock-only
