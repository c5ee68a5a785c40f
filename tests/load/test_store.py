"""The bench of persistence runs through on a real PostgreSQL."""

from bench.store import B, measure


async def test_every_work_is_measured_and_a_long_table_loads_again() -> None:
    found, loads = await measure(rounds=1, seconds=0.1, flushers=2, versions=70)

    assert found.keys() >= {B, "32 tasks", "128 tasks, Cambio"}
    assert all(measured.rate > 0 for each in found.values() for measured in each)
    assert all(len(times) == 5 for times in loads.values())
