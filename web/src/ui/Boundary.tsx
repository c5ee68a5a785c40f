/** Where a part of a page fails, the rest stays, and there is a way on. */
import { Component, type ReactNode } from "react";

interface Given {
  children: ReactNode;
  fallback: (again: () => void) => ReactNode;
}

export class Boundary extends Component<Given, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}
