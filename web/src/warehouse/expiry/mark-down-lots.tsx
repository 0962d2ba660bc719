import { pluralize } from '@aisle/contract/core/pluralize';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ActionOn, type BulkTarget, useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { allText } from '../../ui/list/rows/select-rows.tsx';
import type { List } from '../../ui/list/use-list.ts';

interface Telling<Row> {
  /** The selected lots that have no suggestion. */
  skippedOf: (rows: readonly Row[]) => string;
  /** Why none of them can be marked down. */
  problemOf?: (rows: readonly Row[]) => string | undefined;
}

/** Marks down selected lots or all of a list. */
export function useMarkDown<Row extends { _id: string }>(
  list: List<Row>,
  action: ActionOn<Row>,
  { skippedOf, problemOf }: Telling<Row>,
) {
  const { run, actionFor, isRunning } = useBulkActions<Row>(list);
  const [target, setTarget] = useState<BulkTarget<Row>>();
  return {
    actions: actionFor(action, { choose: setTarget, problemOf }),
    dialog: target && (
      <MarkDownLots
        what={target === 'all' ? `${allText(list)} lots` : pluralize(target.length, 'lot')}
        skipped={target === 'all' ? '' : skippedOf(target)}
        isRunning={isRunning}
        onSubmit={async (percent) => {
          await run(action, target, { percent });
          setTarget(undefined);
        }}
        onClose={() => setTarget(undefined)}
      />
    ),
  };
}

interface MarkDownLotsProps {
  /** "3 lots". */
  what: string;
  skipped: string;
  isRunning: boolean;
  /** Without a percentage, each lot gets its suggested price. */
  onSubmit: (percent: number | null) => Promise<void>;
  onClose: () => void;
}
function MarkDownLots({ what, skipped, isRunning, onSubmit, onClose }: MarkDownLotsProps) {
  const [by, setBy] = useState('suggested');
  const [percent, setPercent] = useState<number | null>(null);
  const isSuggested = by === 'suggested';
  const isValid = percent !== null && Number.isInteger(percent) && percent >= 1 && percent <= 99;
  return (
    <ShortDialog
      title={`Mark down ${what}`}
      submit="Mark down"
      isRunning={isRunning}
      disabled={!isSuggested && !isValid}
      onSubmit={() => onSubmit(isSuggested ? null : percent)}
      onClose={onClose}
    >
      <Radio.Group label="By" value={by} onChange={setBy}>
        <Stack gap="xs" pt="xs">
          <Radio value="suggested" color="teal" label="The suggested percentage of each lot" />
          <Radio value="percent" color="teal" label="The same percentage" />
        </Stack>
      </Radio.Group>
      {!isSuggested && (
        <RateInput
          label="Percent off"
          data-autofocus
          value={percent}
          onChange={setPercent}
          error={percent !== null && !isValid && 'Enter a whole number from 1 to 99'}
        />
      )}
      <Text size="sm" c="dimmed">
        The lower price applies at the location of each lot until the lot expires or is sold out. Then the
        previous price is restored.{isSuggested && skipped}
      </Text>
    </ShortDialog>
  );
}
