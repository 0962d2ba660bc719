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
  ['all tickets of a customer', { customerId: 'c' }, 'all'],
  ['all tickets that have a word in them', { search: 'eggs' }, 'all'],
  ['the tickets of a colleague', { assignee: 'someone' }, undefined],
])('includes every status for %s', (_, url, tab) => {
  expect(defaultTicketFilters(url)).toBeUndefined();
  expect(tabOfSearch(url)).toBe(tab);
});
