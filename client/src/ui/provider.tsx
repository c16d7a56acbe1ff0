import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/** What the pieces of this room need around them: the theme, and the place for toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      <Notifications
        position="bottom-center"
        layout="stacked"
        limit={1}
        autoClose={appLimits.toast.milliseconds}
      />
    </MantineProvider>
  );
}
