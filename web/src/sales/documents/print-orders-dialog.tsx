import { type DocumentKind, type DocumentPaper, documentRoutes } from '@aisle/contract/sales/documents';
import type { OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { Anchor, Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { openInTab } from '../../core/open-in-tab.ts';
import { readPreference, savePreference } from '../../core/preferences/preferences.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';

const kinds: { value: DocumentKind; label: string }[] = [
  { value: 'packingSlip', label: 'Packing slips' },
  { value: 'invoice', label: 'Invoices' },
];
const sizes: { value: DocumentPaper; label: string }[] = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
  { value: 'thermal', label: 'Receipt, 80 mm' },
];
const kept = 'printing';
interface Habit {
  kind: DocumentKind;
  paper: DocumentPaper;
  explain?: boolean;
}

interface PrintOrdersDialogProps {
  target: OrderTarget;
  /** "12 orders" */
  words: string;
  onClose: () => void;
}

/** Asks for the document type, the paper size and whether invoices explain prices, and remembers the answers. */
export function PrintOrdersDialog({ target, words, onClose }: PrintOrdersDialogProps) {
  const [{ kind, paper, explain = false }, setHabit] = useState(() =>
    readPreference<Habit>(kept, { kind: 'packingSlip', paper: 'letter' }),
  );
  const start = useWrite(documentRoutes.create);
  const [written, setWritten] = useState<{ url: string | null; jobId: string | null } | null>(null);
  const set = (patch: Partial<Habit>) => {
    setHabit((before) => ({ ...before, ...patch }));
    setWritten(null);
  };
  async function write(): Promise<void> {
    savePreference(kept, { kind, paper, explain });
    const body = { kind, paper, target, explain: explain && kind === 'invoice' };
    const answer = await openInTab(start.mutateAsync({ body }));
    if (answer) setWritten(answer);
  }
  return (
    <Modal opened onClose={onClose} title={`Print ${words}`} size={440}>
      <Stack gap="md">
        <Choice label="Document">
          <SegmentedControl
            fullWidth
            aria-label="Document"
            data={kinds}
            value={kind}
            onChange={(value) => set({ kind: value as DocumentKind })}
          />
        </Choice>
        <Choice label="Paper size">
          <SegmentedControl
            fullWidth
            aria-label="Paper size"
            data={sizes}
            value={paper}
            onChange={(value) => set({ paper: value as DocumentPaper })}
          />
        </Choice>
        {kind === 'invoice' && (
          <Checkbox
            label="Explain prices"
            description="Below each line: the price, discounts with their rules, and the tax"
            checked={explain}
            onChange={(event) => set({ explain: event.currentTarget.checked })}
          />
        )}
        {written?.url && (
          <Text size="sm" role="status">
            Opened in a new tab.{' '}
            <Anchor href={written.url} target="_blank" rel="noreferrer" inherit>
              Open again
            </Anchor>
          </Text>
        )}
        {written?.jobId && <JobWatch id={written.jobId} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {written ? 'Close' : 'Cancel'}
          </Button>
          {!written && (
            <Button data-autofocus loading={start.isPending} onClick={() => void write()}>
              Create PDF
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500} mb={4} aria-hidden>
      {label}
    </Text>
    {children}
  </div>
);
