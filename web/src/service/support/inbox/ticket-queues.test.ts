import { defaultTicketFilters, ticketTabs } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { searchOfTab, tabOfSearch } from './ticket-queues.ts';

test.each([...ticketTabs, 'all'] as const)('restores the tab %s from its URL', (tab) => {
  expect(tabOfSearch(searchOfTab(tab))).toBe(tab);
});

test('defaults to open tickets', () => {
  expect(defaultTicketFilters({})).toEqual({ status: 'open' });
  expect(defaultTicketFilters({ category: 'delivery', page: 2 })).toEqual({ status: 'open' });
});

test.each([
  ['a customer filter', { customerId: 'c' }, 'all'],
  ['a search', { search: 'eggs' }, 'all'],
  ['another assignee', { assignee: 'someone' }, undefined],
])('includes every status for %s', (_, url, tab) => {
  expect(defaultTicketFilters(url)).toBeUndefined();
  expect(tabOfSearch(url)).toBe(tab);
});
