"""No module imports itself by way of others, imports for type checking included."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from graphlib import CycleError, TopologicalSorter

import grimp


def circle_in(imports: Mapping[str, AbstractSet[str]]) -> list[str] | None:
    """Modules that import each other in a circle, or None."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        modules: list[str] = circle.args[1]
        return modules
    return None


def test_the_import_graph_has_no_circle() -> None:
    graph = grimp.build_graph("rondel", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}

    assert len(imports) > 300
    assert circle_in(imports) is None


def test_a_circle_is_found_and_named() -> None:
    imports = {"hub": {"flows"}, "flows": {"node"}, "node": {"hub"}, "api": {"hub"}}

    assert set(circle_in(imports) or ()) == {"hub", "flows", "node"}
