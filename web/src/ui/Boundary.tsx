/** Where a part of a page fails, the rest stays, and there is a way on. */
import { Component, type ReactNode } from "react";

interface Props {
  children: ReactNode;
  fallback: (again: () => void, error: unknown) => ReactNode;
}

interface Failing {
  hasFailed: boolean;
  error: unknown;
}

export class Boundary extends Component<Props, Failing> {
  override state: Failing = { hasFailed: false, error: null };

  static getDerivedStateFromError(error: unknown): Failing {
    return { hasFailed: true, error };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(() => this.setState({ hasFailed: false, error: null }), this.state.error)
      : this.props.children;
  }
}
