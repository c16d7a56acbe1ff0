import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { i18next } from '../i18n/index.ts';
import { Notice } from './notice.tsx';

/** Stands in for whatever broke below it, and offers a fresh start. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main id="main" style={{ padding: 'var(--page-gutter)' }}>
        <Notice title={i18next.t('common.brokenTitle')} text={i18next.t('common.brokenText')}>
          {/* A reload also cures a page whose parts were replaced on the server in the meantime. */}
          <Button onClick={() => window.location.reload()}>{i18next.t('common.reload')}</Button>
        </Notice>
      </main>
    );
  }
}
