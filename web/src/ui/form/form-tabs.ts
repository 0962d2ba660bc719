/** A tab of a form, with the fields that are on it. */
interface FormTab {
  key: string;
  fields: readonly string[];
}

/** How many of these paths are on a tab: '2', or undefined for none. */
export function countOnTab({ fields }: FormTab, paths: readonly string[]): string | undefined {
  const count = paths.filter((path) => fields.includes(path.split('.')[0] ?? '')).length;
  return count > 0 ? String(count) : undefined;
}

/** The tab to open for these wrong paths: the first with one of them, unless the open tab has one itself. */
export function tabToMend<Tab extends FormTab>(
  tabs: readonly Tab[],
  open: Tab['key'],
  paths: readonly string[],
): Tab | undefined {
  const wrong = tabs.filter((tab) => countOnTab(tab, paths));
  return wrong.some(({ key }) => key === open) ? undefined : wrong[0];
}
