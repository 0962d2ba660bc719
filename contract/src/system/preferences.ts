import { z } from 'zod';
import { tooLong } from '../core/fields.ts';

/** The width of a resized column, in pixels. */
export const minColumnWidth = 80;
export const maxColumnWidth = 800;

/** A user's settings for one list: its columns, their widths, and the number of rows per page. */
export const ListPreferences = z.strictObject({
  limit: z.int().min(1).max(100).optional(),
  columns: z.string().max(500).optional(),
  /** The resized columns, by their keys. All others have their default width. */
  widths: z.record(z.string().min(1).max(60), z.int().min(minColumnWidth).max(maxColumnWidth)).optional(),
});

const themes = ['light', 'dark', 'auto'] as const;
const densities = ['comfortable', 'compact'] as const;
const menuStates = ['wide', 'narrow', 'hidden'] as const;

const declared = {
  theme: z.enum(themes),
  /** The height of rows in every list. */
  density: z.enum(densities),
  menu: z.enum(menuStates),
  /** False hides the top bar: its search, notifications and account menu are then in the menu. */
  topBar: z.boolean(),
  /** False if the user dismissed the suggestion to install the app on a phone. */
  installHint: z.boolean(),
  /** The path of the screen that opens after signing in. */
  landing: z
    .string()
    .max(100, tooLong('Enter the path of a screen'))
    .regex(/^\/[\w/-]*$/, 'Enter the path of a screen'),
  /** Blocks of the dashboard. */
  hiddenBlocks: z.array(z.string().max(40)).max(40),
  blockOrder: z.array(z.string().max(40)).max(40),
  /** By the path of the list's route. */
  lists: z.record(z.string().min(1).max(100), ListPreferences),
};

/** All stored preferences of a user's screens, on every device; preferences that were never set are absent. */
export const Preferences = z.object(declared).partial();
export type Preferences = z.infer<typeof Preferences>;
export type PreferenceName = keyof Preferences;

/** The preferences to change. Null deletes a preference, lists are merged by list, and omitted ones stay as they are. */
export const PreferenceChanges = z
  .strictObject({
    theme: declared.theme.nullable(),
    density: declared.density.nullable(),
    menu: declared.menu.nullable(),
    topBar: declared.topBar.nullable(),
    installHint: declared.installHint.nullable(),
    landing: declared.landing.nullable(),
    hiddenBlocks: declared.hiddenBlocks.nullable(),
    blockOrder: declared.blockOrder.nullable(),
    lists: declared.lists.nullable(),
  } satisfies Record<PreferenceName, z.ZodType>)
  .partial();
export type PreferenceChanges = z.infer<typeof PreferenceChanges>;

export const maxPreferencesBytes = 64 * 1024;
