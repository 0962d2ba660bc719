import type { ListBody } from '@aisle/contract/core/list-search';
import { exportNameOf, type Route, rowIdOf } from '@aisle/contract/core/route';
import { totalText } from '../filters/range-text.ts';
import type { Selection } from '../rows/selection.ts';
import type { List } from '../use-list.ts';
import { ExportMenu } from './export-menu.tsx';

/** Whether selected rows of a list can be exported. */
export const exportsSelection = (route: Route): boolean =>
  exportNameOf(route) !== undefined && rowIdOf(route) !== undefined;

/** The request for selected rows: without the filters of the URL, because a row stays selected when it stops matching them. */
const selectedBody = ({ body, search }: Pick<List<unknown>, 'body' | 'search'>): ListBody => ({
  ...body,
  search: undefined,
  filters: Object.fromEntries(Object.entries(body.filters).filter(([name]) => search[name] === undefined)),
});

interface ListExportProps<Row> {
  list: List<Row>;
  noun: string;
  selection: Selection<Row> | undefined;
  isPlain?: boolean;
}
/** Exports the selected rows if there are some, otherwise all rows of the search and filters. */
export function ListExport<Row extends { _id: string }>({
  list,
  noun,
  selection,
  isPlain = false,
}: ListExportProps<Row>) {
  const { route } = list;
  const ids = selection && !selection.isAll ? selection.rows.map(({ _id }) => _id) : [];
  const isSelected = ids.length > 0 && exportsSelection(route);
  return (
    <ExportMenu
      route={route}
      body={isSelected ? selectedBody(list) : list.body}
      ids={isSelected ? ids : undefined}
      heading={
        isSelected ? `Export selected ${noun} (${ids.length}) as` : `Export ${noun} (${totalText(list)}) as`
      }
      isPlain={isPlain}
    />
  );
}
