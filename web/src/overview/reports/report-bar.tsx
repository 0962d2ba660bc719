import { type Comparison, comparisons } from '@aisle/contract/overview/reports';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { FilterTools } from '../../ui/list/filters/filter-tools.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { ViewMenu } from '../../ui/list/views/view-menu.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import classes from './reports.module.css';
import type { ReportRow, ReportSpec, ShownReport } from './table/report-rows.ts';
import { withDays } from './use-report.ts';

const comparisonLabels: Record<Comparison, string> = {
  none: 'None',
  previous: 'Previous period',
  lastYear: 'Last year',
};
const comparisonChoices = comparisons.map((value) => ({ value, label: comparisonLabels[value] }));

interface ReportBarProps<Row extends ReportRow> {
  spec: ReportSpec<Row>;
  report: ShownReport<Row>;
  columns: readonly Column<Row>[];
  isNarrow: boolean;
}

/** The controls of a report: grouping, comparison, period and filters. */
export function ReportBar<Row extends ReportRow>({ spec, report, columns, isNarrow }: ReportBarProps<Row>) {
  const { list, groupBy, compare } = report;
  const groupings = Object.entries(spec.groupings).map(([value, label]) => ({ value, label }));
  return (
    <search className={`row wrap gap-2 ${classes.bar}`} aria-label={`Filter ${spec.title.toLowerCase()}`}>
      <ChoiceButton
        label="Group by"
        choices={groupings}
        value={groupBy}
        // Another grouping has other columns to sort by.
        onChoose={(value) => list.change({ groupBy: value, sort: undefined })}
      />
      <ChoiceButton
        label="Compare with"
        choices={comparisonChoices}
        value={compare}
        onChoose={(value) => list.change({ compare: value === 'none' ? undefined : value })}
      />
      <FilterTools
        filters={spec.filters}
        list={withDays(list)}
        isNarrow={isNarrow}
        isNarrowed={list.narrowing > 0}
        onClear={list.clear}
      />
      {!isNarrow && (
        <span className="ml-auto">
          <ViewMenu list={list} columns={columns} />
        </span>
      )}
    </search>
  );
}

interface ChoiceButtonProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}
/** A button that shows the current choice and opens the others. */
export function ChoiceButton({ label, choices, value, onChoose }: ChoiceButtonProps) {
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <MenuButton
      button={
        <Button variant="default" fw={400} px="sm" rightSection={<IconChevronDown size={16} />}>
          <span>
            <span className="secondary">{label}:</span> {chosen}
          </span>
        </Button>
      }
      entries={choices.map((choice) => ({
        label: choice.label,
        isChosen: choice.value === value,
        onClick: () => onChoose(choice.value),
      }))}
    />
  );
}
