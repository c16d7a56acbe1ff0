import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** Stands in for what broke. */
  fallback: ReactNode;
}

/** Keeps what breaks below it, or could not be fetched, from taking the rest of the page with it. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
