import '../ui/theme/mantine-more.css';
import { isPermission, permissions } from '@aisle/contract/permissions';
import { ActionIcon, Button, Stack, Text } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Checking } from '../core/check.ts';
import { Following } from '../core/events.ts';
import { hasStoredData } from '../core/offline/browser-store.ts';
import { later } from '../core/pages/lazy.ts';
import { rememberOrigins } from '../core/pages/origin.ts';
import { rememberPages } from '../core/pages/recent.ts';
import { missingParts } from '../core/pages/screens.ts';
import { setPreference, usePreference } from '../core/preferences/user-preferences.ts';
import { PreferenceSync } from '../core/preferences/user-preferences-sync.ts';
import { useInstallation } from '../core/session/installation.ts';
import { useIsPasswordRequired } from '../core/session/reauth.ts';
import { useSession } from '../core/session/session.ts';
import bannerClasses from '../ui/feedback/banner.module.css';
import { ConfirmDialog } from '../ui/feedback/confirm.tsx';
import { OfflineBanner } from '../ui/feedback/offline-banner.tsx';
import { type Hotkeys, useHotkeys } from '../ui/hotkeys.ts';
import { PageTitle } from '../ui/record/page-title.tsx';
import { ButtonLink } from '../ui/record/screen-link.tsx';
import { useIsNarrow } from '../ui/use-is-narrow.ts';
import { BottomBar } from './menu/bottom-bar.tsx';
import { entryOf } from './menu/navigation.ts';
import { Sidebar } from './menu/sidebar.tsx';
import { typeAhead } from './palette/typed-ahead.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useMenu } from './use-screens.ts';
import { ViewBanner } from './view-banner.tsx';

const MenuDrawer = later(() => import('./menu/menu-drawer.tsx').then((module) => module.MenuDrawer));
const Palette = later(() => import('./palette/palette.tsx').then((module) => module.Palette));
const KeysDialog = later(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));
const PasswordDialog = later(() =>
  import('../system/auth/password-dialog.tsx').then((module) => module.PasswordDialog),
);

/** Signing out ends the session shortly before the router leaves the page. */
export function Shell() {
  return useSession() ? <SignedInShell /> : null;
}

function SignedInShell() {
  const isPhone = useIsNarrow();
  const hasTopBar = useInstallation('topBar');
  const topBar = (usePreference('topBar') ?? true) && hasTopBar;
  const menu = usePreference('menu') ?? 'wide';
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused');
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  const toggleHidden = () => setPreference('menu', menu === 'hidden' ? 'wide' : 'hidden');
  const toggleNarrow = () => setPreference('menu', menu === 'narrow' ? 'wide' : 'narrow');
  const openPalette = () => {
    if (dialog === 'palette') return;
    typeAhead();
    setDialog('palette');
  };
  const isPasswordRequired = useIsPasswordRequired();
  useQueuedSteps();
  const router = useRouter();
  useEffect(() => rememberPages(router), [router]);
  useEffect(() => rememberOrigins(router, entryOf), [router]);
  useFocusOnArrival();
  useHotkeys({
    ...useGoKeys(),
    'mod+k': openPalette,
    '?': () => setDialog('keys'),
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
    '[': toggleNarrow,
    '\\': toggleHidden,
  });

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {!isPhone && menu !== 'hidden' && (
        <div className={classes.side}>
          <Sidebar
            isNarrow={menu === 'narrow'}
            onNarrow={toggleNarrow}
            {...(!topBar && { onFind: openPalette })}
          />
        </div>
      )}
      <header className={classes.top}>
        <ProgressLine />
        <NewerVersion />
        <OfflineBanner isInTopBar />
        <ViewBanner />
        {topBar && (
          <TopBar
            isNarrow={isPhone}
            isMenuHidden={menu === 'hidden'}
            onMenu={toggleHidden}
            onFind={openPalette}
          />
        )}
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Screen />
      </main>
      {!topBar && menu === 'hidden' && !isPhone && (
        <ActionIcon
          className={classes.show ?? ''}
          variant="default"
          size={36}
          aria-label="Show menu"
          onClick={toggleHidden}
        >
          <IconLayoutSidebar size={20} />
        </ActionIcon>
      )}
      {isPhone && <BottomBar onMenu={() => setDrawer('open')} />}
      {isPhone && drawer !== 'unused' && (
        <Suspense>
          <MenuDrawer
            opened={drawer === 'open'}
            onClose={() => setDrawer('closed')}
            {...(!topBar && { onFind: openPalette })}
          />
        </Suspense>
      )}
      <Suspense>
        {dialog === 'palette' && <Palette onClose={() => setDialog(null)} />}
        {dialog === 'keys' && <KeysDialog onClose={() => setDialog(null)} />}
        {isPasswordRequired && <PasswordDialog />}
      </Suspense>
      <ConfirmDialog />
      <Checking />
      <Following />
      <PreferenceSync />
    </div>
  );
}

/** Sends changes that were queued without a connection, including those of earlier pages, from any screen. */
function useQueuedSteps(): void {
  useEffect(() => {
    void hasStoredData().then(async (something) => {
      if (!something) return;
      await import('../sales/orders/queue/queued-steps.ts');
      await (await import('../core/offline/write-queue.ts')).loadQueued();
    });
  }, []);
}

/** The routed screen, or a replacement if a requirement is missing. */
function Screen() {
  const session = useSession();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const missing = session ? missingParts(screen, session) : null;
  return missing ? <NotAllowed missing={missing} /> : <Outlet />;
}

function NewerVersion() {
  const isOutdated = useInstallation('isOutdated');
  return (
    <div role="status">
      {isOutdated && (
        <p className={bannerClasses.banner}>
          A newer version is available.
          <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  );
}

/** After navigation, focuses the title of the new page, where screen readers start. */
function useFocusOnArrival(): void {
  const router = useRouter();
  // Subscribes before the first page resolves, so that the initial load isn't treated as navigation.
  useLayoutEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) requestAnimationFrame(focusTitle);
      }),
    [router],
  );
}

function focusTitle(): void {
  // The user is typing, or has returned to the row of a list.
  if (document.activeElement?.matches('input, textarea, select, tr[tabindex]')) return;
  const start = document.getElementById('page-title') ?? document.getElementById('main');
  start?.focus({ preventScroll: true });
}

/** Shortcuts for the menu: g o opens orders, and so on. */
function useGoKeys(): Hotkeys {
  const router = useRouter();
  const entries = useMenu().flatMap((area) => area.entries);
  return Object.fromEntries(
    entries.flatMap(({ key, to }) => (key ? [[`g ${key}`, () => void router.navigate({ to })]] : [])),
  );
}

/** Requirements that depend on the type of account and can't be granted. */
const accountRequirements: Readonly<Record<string, string>> = {
  everywhere: 'This is managed by the marketplace, not by single stores.',
  'userType admin': 'Only administrators can open this page.',
  'userType store': 'Only people who work at a store can open this page.',
};

/** Replaces a screen that the user can't open. */
export function NotAllowed({ missing }: { missing: string }) {
  return (
    <Stack align="center" ta="center" gap="sm" p="xl" mt="10vh">
      <PageTitle title="You don't have access to this page" />
      <Text c="dimmed" maw={420}>
        {accountRequirements[missing] ?? (
          <>
            It requires the permission{' '}
            <strong>{isPermission(missing) ? permissions[missing].label : missing}</strong>. Ask an
            administrator for access.
          </>
        )}
      </Text>
      <ButtonLink to="/dashboard" variant="default">
        Go to dashboard
      </ButtonLink>
    </Stack>
  );
}
