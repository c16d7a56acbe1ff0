import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** Rendered in place of the broken content. */
  fallback: ReactNode;
}

/** An error boundary: keeps errors below it, and parts that fail to load, from taking down the rest of the page. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
