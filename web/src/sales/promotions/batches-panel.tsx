import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  type CodeBatch,
  CodesInput,
  type Promotion,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { useIsOwn } from './use-steps.ts';

/** The batches of single-use codes of a promotion. */
export function BatchesPanel({ promotion }: { promotion: Promotion }) {
  const { _id: id, status } = promotion;
  const query = useQuery(read(promotionRoutes.codeBatches, { params: { id } }));
  const mayEdit = useCan('promotion_edit');
  const isOwn = useIsOwn()(promotion);
  const [isAdding, setAdding] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const canChange = mayEdit && isOwn;
  return (
    <Panel
      title="Codes"
      tools={
        canChange &&
        status !== 'ended' && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            Create codes
          </Button>
        )
      }
    >
      {jobId && (
        <div className="mb-3">
          <JobWatch key={jobId} id={jobId} downloads />
        </div>
      )}
      <DataTable
        label="Batches of codes"
        isWide
        rows={query.data ?? []}
        rowKey={({ _id }) => _id}
        empty={query.isPending ? 'Loading…' : 'No codes yet. Each code works for one checkout.'}
        columns={[
          {
            header: 'Created',
            cell: (batch) => (
              <ScreenLink to="/promotions/codes/$id" params={{ id }} search={{ batchId: batch._id }}>
                <DateText value={batch.createdAt} withTime />
              </ScreenLink>
            ),
            isRowHeader: true,
          },
          { header: 'Note', cell: ({ note, prefix }) => [prefix, note].filter(Boolean).join(' · ') || '–' },
          { header: 'Codes', cell: ({ created }) => formatCount(created), align: 'right' },
          { header: 'Used', cell: ({ used }) => formatCount(used), align: 'right' },
          {
            header: 'State',
            cell: (batch) => <BatchState batch={batch} canChange={canChange} />,
            align: 'right',
          },
        ]}
      />
      {isAdding && (
        <AddCodes
          promotionId={id}
          onClose={() => setAdding(false)}
          onStarted={(started) => {
            setJobId(started);
            setAdding(false);
          }}
        />
      )}
    </Panel>
  );
}

function BatchState({ batch, canChange }: { batch: CodeBatch; canChange: boolean }) {
  const revoke = useWrite(promotionRoutes.revokeCodes);
  const unused = batch.created - batch.used;
  if (batch.revokedAt) return <span className="secondary">Revoked</span>;
  if (batch.created < batch.count) {
    return <span className="secondary">{formatCount(batch.count - batch.created)} to create</span>;
  }
  if (!canChange || unused === 0) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: `Revoke ${pluralize(unused, 'code')}?`,
      text: 'Unused codes of this batch stop working. Used ones stay used. This can’t be undone.',
      confirm: 'Revoke codes',
      danger: true,
    });
    if (isSure) revoke.mutate({ params: { batchId: batch._id } });
  };
  return (
    <Button variant="default" size="compact-sm" loading={revoke.isPending} onClick={() => void ask()}>
      Revoke…
    </Button>
  );
}

interface AddCodesProps {
  promotionId: string;
  onClose: () => void;
  onStarted: (jobId: string) => void;
}
const newCodes = () => ({ count: 100 as number | null, prefix: '', note: '' });

function AddCodes({ promotionId, onClose, onStarted }: AddCodesProps) {
  const form = useZodForm(CodesInput, newCodes);
  const create = useWrite(promotionRoutes.codes);
  return (
    <FormDrawer
      title="Create codes"
      form={form}
      saveLabel="Create codes"
      onClose={onClose}
      save={async (body) => {
        const { _id } = await create.mutateAsync({ params: { id: promotionId }, body });
        onStarted(_id);
      }}
    >
      <QuantityInput
        label="Number of codes"
        description="Up to 100,000"
        withAsterisk
        data-autofocus
        {...form.getInputProps('count')}
      />
      <TextInput
        label="Prefix"
        description="The beginning of each code, for example FLYER"
        {...form.getInputProps('prefix')}
      />
      <TextInput label="Note" description="Where the codes go" {...form.getInputProps('note')} />
    </FormDrawer>
  );
}
