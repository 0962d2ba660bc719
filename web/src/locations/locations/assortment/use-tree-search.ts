import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const restMs = 250;

/** The debounced search text above a tree, and the cursors of the result pages loaded so far. */
export function useTreeSearch() {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), restMs);
  const search = text.trim().length > 1 && typed.length > 1 ? typed : '';
  const [further, setFurther] = useState<{ search: string; after: readonly string[] }>({
    search: '',
    after: [],
  });
  const after = further.search === search ? further.after : [];
  return {
    text,
    /** Empty until the text is long enough to search. */
    search,
    filter: setText,
    /** The cursors of the further pages requested so far. */
    after,
    goOn: (next: string) => {
      if (!after.includes(next)) setFurther({ search, after: [...after, next] });
    },
  };
}
