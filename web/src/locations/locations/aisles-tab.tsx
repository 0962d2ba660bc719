import { formatCount } from '@aisle/contract/core/pluralize';
import { type Aisles, type LocationView, locationRoutes } from '@aisle/contract/locations/locations';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { SortableList } from '../../ui/form/sortable-list.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import classes from './locations.module.css';

/** The sequence of departments in which staff of a location pick orders. */
export function AislesTab({ location }: { location: LocationView }) {
  const query = useQuery({
    ...read(locationRoutes.aisles, { params: { id: location._id } }),
    meta: { quiet: true },
  });
  const canEdit = useCan('store_edit');
  return (
    <Panel title="Picking sequence">
      <p className="m-0 mb-3 secondary">
        Pick lists and packing slips follow this sequence. Items of a department are sorted by shelf.
        {query.data?.isSuggested &&
          ' It is a suggestion: heavy goods first, then produce and pantry, cold and frozen goods last.'}
      </p>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="after-a-while" height={320} />}
      {query.data?.aisles.length === 0 && (
        <Text c="dimmed">No departments yet. They appear when products are assigned to this location.</Text>
      )}
      {query.data &&
        query.data.aisles.length > 0 &&
        (canEdit ? (
          <AisleEditor locationId={location._id} aisles={query.data} />
        ) : (
          <AisleList {...query.data} />
        ))}
    </Panel>
  );
}

const Aisle = ({ name, items }: Omit<Aisles['aisles'][number], '_id'>) => (
  <span className="row gap-2">
    <span className="grow min-w-0 break-anywhere">{name}</span>
    <span className="secondary nowrap text-sm tabular">
      {formatCount(items)} {items === 1 ? 'item' : 'items'}
    </span>
  </span>
);

const AisleList = ({ aisles }: Pick<Aisles, 'aisles'>) => (
  <ol className={`grid gap-2 ${classes.aisles}`} aria-label="Departments">
    {aisles.map(({ _id, ...aisle }) => (
      <li key={_id}>
        <Aisle {...aisle} />
      </li>
    ))}
  </ol>
);

interface AisleEditorProps {
  locationId: string;
  aisles: Aisles;
}
function AisleEditor({ locationId, aisles: { aisles, isSuggested, version } }: AisleEditorProps) {
  const saving = useWrite(locationRoutes.edit);
  // The draft keeps the version that it began with, so that it doesn't overwrite a colleague's sequence.
  const [draft, setDraft] = useState<{ order: string[]; version: number }>();
  const byId = new Map(aisles.map((aisle) => [aisle._id, aisle]));
  const saved = aisles.map(({ _id }) => _id);
  const order = draft ? [...draft.order.filter((id) => byId.has(id)), ...missing(saved, draft.order)] : saved;
  const isChanged = order.join() !== saved.join();
  const isUnsaved = isChanged && !saving.isPending;
  useUnsavedGuard(isUnsaved);
  const save = (aisleOrder: string[] | null) =>
    saving.mutate(
      { params: { id: locationId }, body: { aisleOrder, version: draft?.version ?? version } },
      { onSuccess: () => setDraft(undefined) },
    );
  return (
    <div className={classes.aisles}>
      <SortableList
        label="Departments"
        entries={order}
        nameOf={(id) => byId.get(id)?.name ?? ''}
        onOrder={(next) => setDraft({ order: next, version: draft?.version ?? version })}
      >
        {(id) => <Aisle {...(byId.get(id) ?? { name: '', items: 0 })} />}
      </SortableList>
      <div className="row wrap gap-2 mt-3">
        <Button disabled={!isChanged} loading={saving.isPending} onClick={() => save(order)}>
          Save sequence
        </Button>
        {isChanged && (
          <Button variant="default" disabled={saving.isPending} onClick={() => setDraft(undefined)}>
            Discard changes
          </Button>
        )}
        {!isSuggested && !isChanged && (
          <Button variant="default" disabled={saving.isPending} onClick={() => save(null)}>
            Use suggested sequence
          </Button>
        )}
      </div>
    </div>
  );
}
const missing = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((id) => !some.includes(id));
