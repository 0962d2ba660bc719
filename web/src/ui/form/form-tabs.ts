/** A tab of a form and its fields. */
interface FormTab {
  key: string;
  fields: readonly string[];
}

/** The number of these paths on a tab: '2', or undefined for none. */
export function countOnTab({ fields }: FormTab, paths: readonly string[]): string | undefined {
  const count = paths.filter((path) => fields.includes(path.split('.')[0] ?? '')).length;
  return count > 0 ? String(count) : undefined;
}

/** The tab to open for these invalid paths: the open tab if it has one of them, otherwise the first tab that does. */
export function tabToMend<Tab extends FormTab>(
  tabs: readonly Tab[],
  open: Tab['key'],
  paths: readonly string[],
): Tab | undefined {
  const wrong = tabs.filter((tab) => countOnTab(tab, paths));
  return wrong.some(({ key }) => key === open) ? undefined : wrong[0];
}
