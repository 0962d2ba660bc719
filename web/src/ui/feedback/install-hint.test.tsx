import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { InstallHint } from './install-hint.tsx';

/** A phone, in the browser or in the installed app. */
const onPhone = (displayMode: 'browser' | 'standalone' = 'browser') =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width') || query.includes(`display-mode: ${displayMode}`),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as never,
  );
const iphone = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
const onDismiss = vi.fn();
const showHint = (isDismissed = false) =>
  show(
    <>
      <p>Queue</p>
      <InstallHint text="Opens in one tap." isDismissed={isDismissed} onDismiss={onDismiss} />
    </>,
  );
const hint = () => screen.queryByRole('region', { name: 'Install Aisle' });

test('explains how to install the app on an iPhone, until it is dismissed', async () => {
  onPhone();
  iphone();
  const { user } = await showHint();

  expect(await screen.findByText(/Tap Share in the toolbar, then “Add to Home Screen”/)).toBeTruthy();
  await user.press('Got it');
  expect(onDismiss).toHaveBeenCalledOnce();
});

test.each([
  ['was dismissed', true, 'browser'],
  ['has no effect, because the app is installed', false, 'standalone'],
] as const)('shows nothing if it %s', async (_, isDismissed, mode) => {
  onPhone(mode);
  iphone();
  await showHint(isDismissed);

  await screen.findByText('Queue');
  expect(hint()).toBeNull();
});

test("installs the app with the browser's prompt, once", async () => {
  onPhone();
  await showHint();
  await screen.findByText('Queue');
  expect(hint()).toBeNull();
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });

  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  const button = await screen.findByRole('button', { name: 'Install' });
  await act(async () => button.click());

  expect(prompt).toHaveBeenCalledOnce();
  expect(hint()).toBeNull();
});
