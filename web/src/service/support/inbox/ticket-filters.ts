import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { supportRoutes } from '@aisle/contract/service/support';
import type { TicketCategory } from '@aisle/contract/system/support-rules';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { customerFilter } from '../../../links/customers/customer-filter.ts';
import { locationFilter } from '../../../links/locations/location-filter.ts';
import { choice, days, type Filter, type FiltersOf } from '../../../ui/list/filters/filter.ts';
import { useDropdown, useDropdownName } from '../../../ui/list/filters/lookup.ts';
import { priorityChoices } from '../ticket-labels.ts';

const ofPeople = [
  { value: 'me', label: 'Me' },
  { value: 'nobody', label: 'Unassigned' },
];
const assigneeFilter: Filter<'assignee'> = {
  kind: 'lookup',
  name: 'assignee',
  label: 'Assignee',
  useOptions: (search) => {
    const { options, isLoading } = useDropdown(supportRoutes.agents, search);
    return {
      options: [...ofPeople.filter(({ label }) => hasEveryWord(label, search)), ...options],
      isLoading,
    };
  },
  useName: (id) => {
    const special = ofPeople.find(({ value }) => value === id)?.label;
    const name = useDropdownName(supportRoutes.agents, id, special === undefined);
    return special ?? name;
  },
};

/** The tags in use that match the typed text. */
export function useTicketTags(typed: string, enabled = true) {
  const [search] = useDebouncedValue(typed.trim(), 200);
  const answer = useQuery({
    ...read(supportRoutes.tags, { query: search ? { search } : {} }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return { tags: answer.data ?? [], isLoading: answer.isFetching };
}

const tagFilter: Filter<'tag'> = {
  kind: 'lookup',
  name: 'tag',
  label: 'Tag',
  useOptions: (search) => {
    const { tags, isLoading } = useTicketTags(search);
    return { options: tags.map((tag) => ({ value: tag, label: tag })), isLoading };
  },
  useName: (tag) => tag,
};

export const ticketFilters = (
  categories: readonly TicketCategory[],
): FiltersOf<typeof supportRoutes.list> => [
  assigneeFilter,
  choice('priority', 'Priority', priorityChoices),
  choice(
    'category',
    'Category',
    categories.map(({ key, name }) => ({ value: key, label: name })),
  ),
  tagFilter,
  customerFilter,
  locationFilter,
  { kind: 'linked', name: 'orderId', label: 'Order', text: 'one order' },
  days('Created'),
  { kind: 'days', label: 'Resolved', from: 'resolvedFrom', to: 'resolvedTo', isOffered: () => false },
  { kind: 'linked', name: 'answered', label: 'First response', text: 'given' },
];
