/*
 * A complete list: search, filters, sort order, columns, density and page size in the URL, selection with bulk
 * actions, export, and the loading, empty and error states. In a feature (see brands/brand-list.tsx):
 *
 *   const columns: Column<Brand>[] = [
 *     { key: 'name', header: 'Name', cell: (brand) => brand.name, sortable: true },
 *     { key: 'productCount', header: 'Products', cell: (brand) => brand.productCount, align: 'right' },
 *   ];
 *   export function BrandList() {
 *     const list = useList(brandRoutes.list);      // its routes.tsx has `search: listSearch<typeof brandRoutes.list>()`
 *     return (
 *       <ListPage title="Brands" noun="brands" list={list} columns={columns} onOpen={open} />
 *     );
 *   }
 */

import type { AnyFilters } from '@aisle/contract/core/list-search';
import type { Permission } from '@aisle/contract/permissions';
import { ActionIcon, Button } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import type { Back, Destination } from '../../core/pages/screens.ts';
import { useCan, usePermissions } from '../../core/session/session.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { PageTitle } from '../record/page-title.tsx';
import { ActionIconLink, ButtonLink } from '../record/screen-link.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';
import { BulkBar } from './bulk-bar.tsx';
import { exportsSelection, ListExport } from './export/list-export.tsx';
import type { Filter } from './filters/filter.ts';
import { FilterTools } from './filters/filter-tools.tsx';
import classes from './list.module.css';
import { ListPager } from './list-pager.tsx';
import { type Column, shownColumns } from './rows/column.ts';
import { ListCards } from './rows/list-cards.tsx';
import { ListSkeleton } from './rows/list-skeleton.tsx';
import { ListTable } from './rows/list-table.tsx';
import type { BulkAction, RowAction, RowOpening } from './rows/row.ts';
import { type Selection, useSelection } from './rows/selection.ts';
import { SearchBox } from './search-box.tsx';
import { type Showing, showing } from './showing.ts';
import { UpdatesButton, updatesText } from './updates-button.tsx';
import type { List } from './use-list.ts';
import { SavedViews } from './views/saved-views.tsx';
import { ViewMenu } from './views/view-menu.tsx';

interface Primary {
  label: string;
  permission?: Permission;
  /** The destination of a link; otherwise `onClick` is called. */
  to?: Destination;
  onClick?: () => void;
  /** The default is a plus; set another icon for actions that add nothing. */
  icon?: Icon;
}

interface ListPageProps<Row, Filters extends AnyFilters> extends RowOpening<Row> {
  title: string;
  /** Shown beside the title: the state of the parent record. */
  badge?: ReactNode;
  /** The plural name of the rows in lowercase: "brands". */
  noun: string;
  list: List<Row, Filters>;
  columns: readonly Column<Row>[];
  searchLabel?: string;
  /** The first four always have a chip, the others are behind "Add filter". */
  filters?: readonly Filter<keyof NoInfer<Filters> & string>[];
  /** Tabs that divide the rows, with counts. */
  tabs?: ReactNode;
  /** The main action of the screen. */
  primary?: Primary;
  /** Additional buttons beside the main action. */
  actions?: ReactNode;
  rowActions?: (row: Row) => RowAction[];
  bulk?: readonly BulkAction<Row>[];
  /** The filter set by the tabs: an empty list with only this filter doesn't count as a search without a match. */
  tabFilter?: keyof NoInfer<Filters> & string;
  /** Text for an empty list: explains what will appear here and how it gets here. */
  empty?: string;
  /** Replaces "No brands yet" if it would be wrong because they are elsewhere. */
  emptyTitle?: string | undefined;
  back?: Back;
}

export function ListPage<Row extends { _id: string }, Filters extends AnyFilters>(
  props: ListPageProps<Row, Filters>,
) {
  const { title, badge, noun, list, primary, back, actions, tabs } = props;
  const held = usePermissions();
  const bulk = (props.bulk ?? []).filter(({ permission }) => !permission || held.has(permission));
  const isExported = exportsSelection(list.route);
  const mayPrimary = useCan(primary?.permission);
  const isNarrow = useIsNarrow();
  const selected = useSelection<Row>(JSON.stringify([list.body.search, list.body.filters]), list.rows ?? []);
  // A list without bulk actions and export has nothing to select rows for.
  const selection = bulk.length > 0 || isExported ? selected : undefined;
  const first = primary && mayPrimary ? primary : undefined;
  const shown = showing(list);
  const hasSelected = selection !== undefined && selection.rows.length > 0;
  const exporting = <ListExport list={list} noun={noun} selection={selection} />;
  // An empty list has the button for the first row in its empty state.
  const holdsNothing = shown === 'nothing';
  return (
    <div className={`column gap-3 min-w-0 ${classes.page}`}>
      <PageTitle
        title={title}
        badge={
          <>
            {badge}
            {list.news !== undefined && (
              <span className={classes.updates}>
                <UpdatesButton news={list.news} label={list.news ? updatesText(list.news, noun) : ''} />
              </span>
            )}
          </>
        }
        {...(back && { back })}
        actions={
          <>
            {actions}
            {!holdsNothing && <SavedViews list={list} noun={noun} isNarrow={isNarrow} />}
            {!holdsNothing && !hasSelected && exporting}
            {first && !holdsNothing && <PrimaryButton primary={first} hasIcon isNarrow={isNarrow} />}
          </>
        }
      />
      {tabs}
      {hasSelected ? (
        <BulkBar actions={bulk} selection={selection} list={list} exporting={exporting} />
      ) : (
        !holdsNothing && <FilterRow {...props} isNarrow={isNarrow} />
      )}
      <ListRows
        {...props}
        showing={shown}
        isNarrow={isNarrow}
        selection={selection}
        canSelectAll={isExported || bulk.some(({ runAll }) => runAll)}
        first={first}
      />
      {shown === 'rows' && <ListPager list={list} />}
    </div>
  );
}

function FilterRow<Row, Filters extends AnyFilters>({
  list,
  columns,
  filters = [],
  noun,
  searchLabel = `Search ${noun}`,
  isNarrow,
}: ListPageProps<Row, Filters> & { isNarrow: boolean }) {
  const { change } = list;
  const onSearch = useCallback(
    (search: string) => change({ search: search || undefined }, { replace: true }),
    [change],
  );
  return (
    <search className={`row wrap gap-2 ${classes.bar}`} aria-label={`Filter ${noun}`}>
      <SearchBox label={searchLabel} value={String(list.search.search ?? '')} onSearch={onSearch} />
      <FilterTools
        filters={filters}
        list={list}
        isNarrow={isNarrow}
        isNarrowed={list.narrowing > 0}
        onClear={list.clear}
      />
      {!isNarrow && (
        <span className="ml-auto">
          <ViewMenu list={list} columns={columns} />
        </span>
      )}
    </search>
  );
}

interface ListRowsProps<Row, Filters extends AnyFilters> extends ListPageProps<Row, Filters> {
  showing: Showing;
  isNarrow: boolean;
  selection: Selection<Row> | undefined;
  canSelectAll: boolean;
  first: Primary | undefined;
}
function ListRows<Row extends { _id: string }, Filters extends AnyFilters>(
  props: ListRowsProps<Row, Filters>,
) {
  const {
    title,
    noun,
    list,
    columns,
    link,
    onOpen,
    rowActions,
    isNarrow,
    selection,
    first,
    empty,
    emptyTitle,
  } = props;
  const shown = isNarrow ? columns : shownColumns(columns, list.search.columns);
  if (list.error) return <ErrorState error={list.error} retry={list.retry} />;
  if (props.showing === 'loading') return <ListSkeleton columns={isNarrow ? 2 : shown.length} />;
  if (props.showing === 'noSuchPage') {
    return (
      <EmptyState title="This page doesn’t exist" text="The list is shorter now.">
        <Button variant="default" onClick={() => list.turn('first')}>
          Go to the first page
        </Button>
      </EmptyState>
    );
  }
  if (props.showing === 'noMatch') return <NoMatch {...props} />;
  if (props.showing === 'noneHere' && !emptyTitle) {
    return (
      <EmptyState
        title={`No ${noun} at this location`}
        text="Choose “All locations” at the top to see the rest."
      />
    );
  }
  if (props.showing === 'nothing' || props.showing === 'noneHere') {
    return (
      <EmptyState title={emptyTitle ?? `No ${noun} yet`} text={empty}>
        {first && <PrimaryButton primary={first} />}
      </EmptyState>
    );
  }
  const View = isNarrow ? ListCards : ListTable;
  return (
    <div className={`card ${classes.box}`}>
      <View
        label={title}
        list={list}
        rows={list.rows ?? []}
        columns={shown}
        opening={{ link, onOpen }}
        selection={selection}
        canSelectAll={props.canSelectAll}
        rowActions={rowActions}
      />
    </div>
  );
}

function NoMatch<Row, Filters extends AnyFilters>({
  noun,
  list,
  tabFilter,
}: Pick<ListPageProps<Row, Filters>, 'noun' | 'list' | 'tabFilter'>) {
  const isTabAlone = tabFilter && list.narrowing === 1 && list.search[tabFilter] !== undefined;
  if (isTabAlone) {
    return (
      <EmptyState title={`No ${noun} in this tab`}>
        <Button variant="default" onClick={list.clear}>
          Show all {noun}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No ${noun} match`} text="Try other words or fewer filters.">
      <Button variant="default" onClick={list.clear}>
        Clear search and filters
      </Button>
    </EmptyState>
  );
}

interface PrimaryButtonProps {
  primary: Primary;
  hasIcon?: boolean;
  /** Only the icon, beside the title of a phone, where a floating button would cover rows. */
  isNarrow?: boolean;
}
function PrimaryButton({ primary, hasIcon, isNarrow = false }: PrimaryButtonProps) {
  const { icon: Sign = IconPlus, label, to, onClick } = primary;
  if (isNarrow) {
    const look = { size: 36, 'aria-label': label, children: <Sign size={20} /> };
    return to ? <ActionIconLink {...to} {...look} /> : <ActionIcon onClick={onClick} {...look} />;
  }
  const leftSection = hasIcon && <Sign size={16} />;
  return to ? (
    <ButtonLink {...to} leftSection={leftSection}>
      {label}
    </ButtonLink>
  ) : (
    <Button onClick={onClick} leftSection={leftSection}>
      {label}
    </Button>
  );
}
