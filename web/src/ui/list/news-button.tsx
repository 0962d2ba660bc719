import { howMany } from '@aisle/contract/core/how-many';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { News } from './held.ts';

interface NewsButtonProps {
  news: Pick<News, 'show'> | null;
  label: string;
}

/** Offers what changed while a page is read. Its place is there before, so that screen readers say what appears in it. */
export function NewsButton({ news, label }: NewsButtonProps) {
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
export function newsText({ added, isMore }: Pick<News, 'added' | 'isMore'>, noun: string): string {
  if (added === 0) return 'Show changes';
  if (isMore) return `Show ${added}+ new ${noun}`;
  return `Show ${howMany(added, `new ${singular(noun)}`, `new ${noun}`)}`;
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');
