import { Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import classes from './location-rates.module.css';

interface RatesToolsProps {
  day: string;
  today: string;
  onDay: (day: string | null) => void;
  /** Another day was asked for, and is on its way. */
  isComing: boolean;
  /** Changes are typed that another day would lose. */
  isLocked: boolean;
  onExplain: () => void;
}

/** Above the rates: why a product has its rate, and the day they are shown for. */
export function RatesTools({ day, today, onDay, isComing, isLocked, onExplain }: RatesToolsProps) {
  return (
    <>
      <Button
        variant="default"
        className={classes.explain ?? ''}
        leftSection={<IconZoomQuestion size={16} />}
        onClick={onExplain}
      >
        Explain a product
      </Button>
      <DateInput
        key={`${day} ${isComing}`}
        label="As of"
        className={classes.day ?? ''}
        value={day}
        disabled={isLocked}
        title={isLocked ? 'Save or discard your changes first' : ''}
        onChange={(next) => next && next !== day && next !== '?' && onDay(next === today ? null : next)}
      />
    </>
  );
}
