import { pluralize } from '@aisle/contract/core/pluralize';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { News } from './paused-data.ts';

interface UpdatesButtonProps {
  news: Pick<News, 'show'> | null;
  label: string;
}

/** Offers what changed while a page is read. Its place is there before, so that screen readers say what appears in it. */
export function UpdatesButton({ news, label }: UpdatesButtonProps) {
  return (
    <span aria-live="polite">
      {news && (
        <Button
          size="compact-sm"
          variant="light"
          color="teal"
          fw={500}
          leftSection={<IconRefresh size={14} />}
          onClick={news.show}
        >
          {label}
        </Button>
      )}
    </span>
  );
}

/** "Show 3 new entries", "Show 25+ new journals"; of rows that changed otherwise only "Show changes". */
export function updatesText({ added, isMore }: Pick<News, 'added' | 'isMore'>, noun: string): string {
  if (added === 0) return 'Show changes';
  if (isMore) return `Show ${added}+ new ${noun}`;
  return `Show ${pluralize(added, `new ${singular(noun)}`, `new ${noun}`)}`;
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');
