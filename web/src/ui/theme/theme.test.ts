import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
/** As defined by WCAG. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each(['light', 'dark'] as const)(
  'has sufficient contrast for fields and text on all backgrounds in the %s theme',
  (scheme) => {
    const colours = cssVariables(DEFAULT_THEME)[scheme];
    const grounds = ['background', 'surface', 'raised'].map((name) => colours[`--aisle-${name}`]!);

    for (const ground of grounds) {
      expect(contrast(colours['--aisle-control']!, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(colours['--aisle-text']!, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours['--aisle-secondary']!, ground)).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('has sufficient contrast for the title of a yellow alert', () => {
  const colours = cssVariables(DEFAULT_THEME).light;
  const ground = DEFAULT_THEME.colors.yellow[1];

  expect(contrast(colours['--mantine-color-yellow-light-color'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
});

test.each(['yellow', 'red'])('has sufficient contrast in %s alerts of the dark theme', (color) => {
  const colours = cssVariables(DEFAULT_THEME).dark;
  const ground = colours[`--mantine-color-${color}-light`] ?? '';

  expect(contrast(colours[`--mantine-color-${color}-light-color`] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colours['--mantine-color-text'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
});

test('fills the next step in red and outlines irreversible actions in red', () => {
  const look = (variant: string) =>
    theme.variantColorResolver?.({ variant, color: 'teal', theme: mergeMantineTheme(DEFAULT_THEME, theme) });

  expect(look('primary')?.background).toBe('var(--mantine-color-red-filled)');
  expect(look('destructive')).toMatchObject({
    background: 'transparent',
    border: '1px solid var(--aisle-bad)',
  });
  expect(look('filled')?.background).toContain('teal');
});
