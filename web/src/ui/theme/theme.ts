import { hasEveryWord } from '@aisle/contract/core/fold-text';
import {
  type ComboboxItem,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type OptionsFilter,
} from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';

/** All colors of the product. Colors that aren't listed here aren't used. */
const light = {
  background: '#F7F7F8',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  text: '#16181B',
  secondary: '#5B6168',
  border: '#E3E5E8',
  /** Borders of inputs, checkboxes and switches: contrast of 3:1 against every background. */
  control: '#868D95',
  hover: '#F1F2F4',
  red: '#D6293A',
  teal: '#0F766E',
  waiting: '#8A5200',
  working: '#1D4ED8',
  good: '#166B38',
  bad: '#B4202F',
  off: '#5B6168',
};
const dark: typeof light = {
  background: '#0F1113',
  surface: '#16191C',
  raised: '#1D2125',
  text: '#ECEEF0',
  secondary: '#9AA1A9',
  border: '#2A2F35',
  control: '#666F79',
  hover: '#1F2429',
  red: '#FF8A8F',
  teal: '#2DD4BF',
  waiting: '#F2B84B',
  working: '#86B4FF',
  good: '#5CCB8F',
  bad: '#FF8A8F',
  off: '#9AA1A9',
};

const red: MantineColorsTuple = [
  '#FFF0F1',
  '#FFE0E2',
  '#FFC2C6',
  '#FFA6AB',
  '#FF8A8F',
  '#F5646E',
  '#EA4756',
  '#E03647',
  '#D6293A',
  '#B51F2F',
];
const teal: MantineColorsTuple = [
  '#E9FAF7',
  '#CFF3EC',
  '#9FE8DB',
  '#6ADCCA',
  '#2DD4BF',
  '#1CB5A4',
  '#149C8E',
  '#118579',
  '#0F766E',
  '#0B5D57',
];
const greys: MantineColorsTuple = [
  dark.text,
  '#C9CED3',
  dark.secondary,
  '#727A83',
  dark.border,
  '#262B30',
  dark.raised,
  dark.surface,
  '#121416',
  dark.background,
];

/** Steps of 4 px for all spacing: `--space-4` is 16 px. */
const spaceSteps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];
const spaces = Object.fromEntries(spaceSteps.map((step) => [`--space-${step}`, `${step * 4}px`]));

const closeButtonProps = { 'aria-label': 'Close' };
// The header of a dialog isn't a landmark of the page.
const attributes = { header: { role: 'presentation' } };
const overlayProps = { backgroundOpacity: 0.4 };
const styles = { title: { fontSize: '16px', fontWeight: 600, lineHeight: '24px' } };

/** The next step and irreversible actions: red, filled or outlined. */
const ownVariants = {
  primary: {
    background: 'var(--mantine-color-red-filled)',
    hover: 'var(--mantine-color-red-filled-hover)',
    color: 'var(--mantine-color-white)',
    border: '1px solid transparent',
  },
  destructive: {
    background: 'transparent',
    hover: 'var(--mantine-color-red-light)',
    color: 'var(--aisle-bad)',
    border: '1px solid var(--aisle-bad)',
  },
};

/** The options that contain every typed word, ignoring accents and order. */
const matchingChoices: OptionsFilter = ({ options, search, limit }) => {
  const isFound = ({ label }: ComboboxItem) => hasEveryWord(label, search);
  const found = options.flatMap((option) =>
    'group' in option ? { ...option, items: option.items.filter(isFound) } : isFound(option) ? option : [],
  );
  return found.slice(0, limit);
};

/** Enter ends a list of chips; in an empty field it would submit the form around it. */
const keepFormOpen = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key === 'Enter' && event.currentTarget.value.trim() === '') event.preventDefault();
};

/** Typing after a click searches the choices from the start, instead of extending the name of the current one. */
const replaceText = (event: MouseEvent<HTMLInputElement>): void => {
  if (!event.currentTarget.readOnly) event.currentTarget.select();
};

export const theme = createTheme({
  primaryColor: 'red',
  primaryShade: { light: 8, dark: 8 },
  colors: { red, teal, dark: greys },
  black: light.text,
  fontFamily:
    '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) =>
    input.variant === 'primary' || input.variant === 'destructive'
      ? ownVariants[input.variant]
      : defaultVariantColorsResolver(input),
  // Plain objects, because importing the components themselves would add them to the initial bundle.
  components: {
    Modal: {
      styles,
      // Modals that grow during input are aligned to the top, so that they don't move.
      defaultProps: {
        centered: true,
        closeButtonProps,
        attributes,
        overlayProps,
        radius: 'md',
        transitionProps: { duration: 150 },
      },
    },
    Drawer: {
      styles,
      defaultProps: { closeButtonProps, attributes, overlayProps, transitionProps: { duration: 160 } },
    },
    // Selecting the current option keeps it; optional selects have a clear button.
    Select: { defaultProps: { allowDeselect: false, filter: matchingChoices, onClick: replaceText } },
    MultiSelect: { defaultProps: { filter: matchingChoices, onKeyDown: keepFormOpen } },
    TagsInput: { defaultProps: { onKeyDown: keepFormOpen } },
    // Red is for the next step or an error, not for a choice.
    Switch: { defaultProps: { color: 'teal', withThumbIndicator: false } },
    Checkbox: { defaultProps: { color: 'teal' } },
    Radio: { defaultProps: { color: 'teal' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
  },
});

const named = (colours: typeof light) =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--aisle-${name}`, colour]));

/** The design tokens as CSS variables, and Mantine's own variables adjusted to them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { ...spaces, '--aisle-shadow': 'rgb(0 0 0 / 12%)' },
  light: {
    ...named(light),
    '--mantine-color-body': light.surface,
    '--mantine-color-text': light.text,
    '--mantine-color-dimmed': light.secondary,
    '--mantine-color-placeholder': '#6F767D',
    '--mantine-color-default-border': light.border,
    '--mantine-color-default-hover': light.hover,
    '--mantine-color-anchor': light.teal,
    '--mantine-color-error': '#C32032',
    '--mantine-color-red-text': light.red,
    '--mantine-color-yellow-light-color': light.waiting,
    '--mantine-color-red-light-color': '#B51F2F',
    '--mantine-color-teal-text': light.teal,
    '--mantine-color-teal-light-color': '#0B5D57',
  },
  dark: {
    ...named(dark),
    '--mantine-color-body': dark.surface,
    '--mantine-color-text': dark.text,
    '--mantine-color-dimmed': dark.secondary,
    '--mantine-color-placeholder': '#868E96',
    '--mantine-color-default': dark.surface,
    '--mantine-color-default-border': dark.border,
    '--mantine-color-default-hover': dark.hover,
    '--mantine-color-anchor': dark.teal,
    '--mantine-color-error': dark.red,
    '--mantine-color-red-text': dark.red,
    // Alerts are a tint of their color on the surface; Mantine's own are saturated.
    '--mantine-color-red-light': '#32272A',
    '--mantine-color-red-light-color': dark.red,
    '--mantine-color-yellow-light': '#302C22',
    '--mantine-color-yellow-light-color': dark.waiting,
    '--mantine-color-teal-text': dark.teal,
    '--mantine-color-teal-light-color': dark.teal,
  },
});
