import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Where one is: 'Page 2 of 5'. */
  children: ReactNode;
}
/** Leads through the pages of a table that is part of a screen; a list has its own. */
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
