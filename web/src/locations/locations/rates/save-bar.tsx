import { formatDay } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Button } from '@mantine/core';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import { useSaveKey } from '../../../ui/form/use-save-key.ts';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { countOf, type Drafts, wrongOf } from './drafts.ts';
import classes from './location-rates.module.css';

interface SaveBarProps {
  drafts: Drafts;
  from: string;
  today: string;
  until: string | null;
  onUntil: (day: string | null) => void;
  isSaving: boolean;
  onPreview: () => void;
  onDiscard: () => void;
  onSave: () => void;
}
/** The number of changes, their period, the preview and the save button (Ctrl/Cmd+S). */
export function SaveBar(props: SaveBarProps) {
  const { drafts, from, today, until, isSaving } = props;
  const changes = countOf(drafts);
  const wrong = wrongOf(drafts) + (until !== null && (until === '?' || until < from) ? 1 : 0);
  const save = () => {
    if (wrong === 0 && !isSaving) props.onSave();
  };
  useSaveKey(save);
  return (
    <StickyBar className="text-sm">
      <span role="status" className="tabular">
        {pluralize(changes, 'change')} from {from === today ? 'today' : formatDay(from)}
        {wrong > 0 && (
          <span className="bad">
            {' · '}
            {wrong === 1 ? '1 field has an error' : `${wrong} fields have errors`}
          </span>
        )}
      </span>
      <span className={`row gap-2 ${classes.until}`}>
        <span aria-hidden>until</span>
        <DateInput
          size="xs"
          aria-label="End date, leave empty for no end date"
          placeholder="no end date"
          value={until}
          error={until !== null && until !== '?' && until < from}
          onChange={props.onUntil}
        />
      </span>
      <span className={`flex gap-2 ml-auto ${classes.saveButtons}`}>
        <Button variant="default" onClick={props.onPreview} disabled={wrong > 0}>
          Preview with last month
        </Button>
        <Button variant="default" onClick={props.onDiscard} disabled={isSaving}>
          Discard
        </Button>
        <Button onClick={save} loading={isSaving} disabled={wrong > 0}>
          Save
        </Button>
      </span>
    </StickyBar>
  );
}
