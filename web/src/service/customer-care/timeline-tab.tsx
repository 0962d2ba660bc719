import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes, type TimelineEntry } from '@aisle/contract/service/customer-care';
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPages } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ReturnLink } from '../../links/sales/return-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { Timeline } from '../../ui/record/timeline.tsx';
import { kindGroups, wordsOf } from './timeline-labels.ts';

/** The events of a customer, newest first. */
export function TimelineTab({ customer }: { customer: CustomerView }) {
  const [group, setGroup] = useState('all');
  const kinds = kindGroups.find(({ key }) => key === group)?.kinds;
  const body = { customerId: customer._id, limit: 50, ...(kinds && { kinds }) };
  const query = useInfiniteQuery(
    readPages(customerCareRoutes.timeline, (at) => ({ body: { ...body, ...at } })),
  );
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <Panel
      title="Timeline"
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Show"
          data={kindGroups.map(({ key, label }) => ({ value: key, label }))}
          value={group}
          onChange={setGroup}
        />
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={200} className="after-a-while" />}
      {query.data && entries.length === 0 && <Text c="dimmed">Nothing has happened yet.</Text>}
      <Timeline
        events={entries.map((entry) => ({
          id: entry._id,
          at: entry.at,
          title: <Title entry={entry} />,
          who: [entry.by, entry.locationName].filter(Boolean).join(' · ') || null,
          note: entry.note,
          family: wordsOf(entry).family,
        }))}
      />
      <MoreButton query={query} mt="sm">
        Show earlier
      </MoreButton>
    </Panel>
  );
}

function Title({ entry }: { entry: TimelineEntry }) {
  const { before, after } = wordsOf(entry);
  return (
    <>
      {before}
      <Record entry={entry} />
      {after}
    </>
  );
}

function Record({ entry: { kind, recordId, title } }: { entry: TimelineEntry }) {
  if (!title) return null;
  if (!recordId || kind === 'subscription' || kind === 'ticket') return title;
  return kind === 'return' ? (
    <ReturnLink id={recordId} number={title} />
  ) : (
    <OrderLink id={recordId} number={title} />
  );
}
