import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** The current position: 'Page 2 of 5'. */
  children: ReactNode;
}
/** Page navigation for a table that is part of a screen; lists have their own. */
export const Pager = ({ page, pages, onPage, children }: PagerProps) =>
  pages > 1 && (
    <Group justify="flex-end" gap="xs" mt="sm">
      <Text size="sm" c="dimmed" className="tabular" role="status">
        {children}
      </Text>
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
