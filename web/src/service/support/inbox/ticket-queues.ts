import { filtersOf, type ListSearch } from '@aisle/contract/core/list-search';
import type { TicketTab } from '@aisle/contract/service/support';
import { defaultTicketFilters, tabFilters, ticketTabs } from '@aisle/contract/service/support';
import { ticketStatuses } from '@aisle/contract/system/support-rules';

const tabNames = ['status', 'assignee', 'overdue'] as const;
/** The URL parameters of a tab. */
export function searchOfTab(tab: TicketTab | 'all'): Partial<ListSearch> {
  const filters = tab === 'all' ? { status: [...ticketStatuses] } : tab === 'open' ? {} : tabFilters[tab];
  return { status: undefined, assignee: undefined, overdue: undefined, ...filters };
}

/** The tab of a URL; undefined if a link filters by something that no tab lists. */
export function tabOfSearch(url: ListSearch): TicketTab | 'all' | undefined {
  if (defaultTicketFilters(url)) return 'open';
  const found = ticketTabs.find((tab) =>
    tabNames.every((name) => isSame(url[name], (tabFilters[tab] as ListSearch)[name])),
  );
  const isAnyStatus = [url.status].flat().length === ticketStatuses.length || url.status === undefined;
  return (
    found ?? (isAnyStatus && url.assignee === undefined && url.overdue === undefined ? 'all' : undefined)
  );
}
/** Whether a URL shows all tickets of a tab, without a search or further filters. */
export const isWholeTab = (url: ListSearch): boolean =>
  tabOfSearch(url) !== undefined &&
  url.search === undefined &&
  Object.keys(filtersOf(url)).every((name) => (tabNames as readonly string[]).includes(name));
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
