import { pluralize } from '@aisle/contract/core/pluralize';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import type { Statement } from '@aisle/contract/finance/statements';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import classes from './payouts.module.css';

type Printed = Pick<Statement, '_id' | 'number' | 'locationName'>;
interface Outcome {
  url: string | null;
  jobId: string | null;
  problem?: string;
}

/** Creates the PDFs of many statements one after another, each with a link. */
export function PrintDialog({
  statements,
  onClose,
}: {
  statements: readonly Printed[];
  onClose: () => void;
}) {
  const writing = useWrite(payoutRoutes.pdf, { quiet: true });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isOpen = useRef(true);
  const close = () => {
    isOpen.current = false;
    onClose();
  };
  async function print(): Promise<void> {
    setRunning(true);
    for (const { _id: id } of statements) {
      if (!isOpen.current) return;
      const outcome: Outcome = await writing
        .mutateAsync({ params: { id } })
        .catch((error: Error) => ({ url: null, jobId: null, problem: error.message }));
      setOutcomes((before) => new Map(before).set(id, outcome));
    }
    setRunning(false);
  }
  const isDone = outcomes.size === statements.length;
  return (
    <Modal opened onClose={close} title={`PDFs of ${pluralize(statements.length, 'statement')}`} size={440}>
      <Stack gap="md">
        <ul className={`plain-list column gap-2 ${classes.printing}`} aria-live="polite">
          {statements.map((statement) => (
            <PrintedRow key={statement._id} statement={statement} outcome={outcomes.get(statement._id)} />
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {!isDone && (
            <Button data-autofocus loading={isRunning} onClick={() => void print()}>
              Create PDFs
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function PrintedRow({ statement, outcome }: { statement: Printed; outcome: Outcome | undefined }) {
  const name = `${statement.number} · ${statement.locationName}`;
  if (outcome?.jobId) {
    return (
      <li data-wide>
        {name}
        <JobWatch id={outcome.jobId} />
      </li>
    );
  }
  return (
    <li>
      {outcome?.url ? (
        <Anchor href={outcome.url} target="_blank" rel="noreferrer" inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {outcome?.problem && (
        <Text c="var(--aisle-bad)" size="sm">
          {outcome.problem}
        </Text>
      )}
    </li>
  );
}
