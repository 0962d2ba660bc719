import './ui/theme/mantine-base.css';
import './ui/theme/typeface.css';
import './ui/theme/shared.css';
import './ui/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './core/install.ts';
import './core/offline/browser-store.ts';
import { queryClient } from './core/query.ts';
import { clearClientKey, clientKey } from './core/session/client-key.ts';
import { onSessionEnd, onSessionReturn } from './core/session/session.ts';
import { styleNonce } from './core/style-nonce.ts';
import { prefetchScreens, router } from './router.tsx';
import { OfflineBanner } from './ui/feedback/offline-banner.tsx';
import { Toasts } from './ui/feedback/toasts.tsx';
import { cssVariables, theme } from './ui/theme/theme.ts';
import { followTheme, themeManager } from './ui/theme/theme-manager.ts';

onSessionEnd(() => {
  void clearClientKey();
  void router.invalidate();
});

onSessionReturn((address) => router.history.replace(address));

// Starts while other code is still loading, because the first request needs the key.
void clientKey();
prefetchScreens();
followTheme();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={themeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>
        <OfflineBanner />
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
