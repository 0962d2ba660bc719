import type { CategoryNode } from '@aisle/contract/catalog/categories';
import { foldText, searchWords } from '@aisle/contract/core/fold-text';

export interface CategoryOption {
  value: string;
  /** The path of the category: "Dairy › Cheese". */
  label: string;
  name: string;
  above: string;
}

/** All categories in tree order, labeled with their paths to distinguish equal names. */
export function categoryOptions(nodes: readonly CategoryNode[], above = ''): CategoryOption[] {
  return nodes.flatMap((node) => {
    const label = above === '' ? node.name : `${above} › ${node.name}`;
    return [{ value: node._id, label, name: node.name, above }, ...categoryOptions(node.children, label)];
  });
}

/** Whether the response omits categories of the tree, which are then searched on the server. */
export const isCut = (nodes: readonly CategoryNode[]): boolean =>
  nodes.some((node) => node.children.length < node.childCount || isCut(node.children));

/**
 * The options whose path contains every word. Exact names come first, then names that start with the text, then paths in which
 * every word starts a word.
 */
export function matchingOptions(options: readonly CategoryOption[], search: string): CategoryOption[] {
  const text = foldText(search.trim());
  const words = searchWords(search.replaceAll('›', ' '));
  if (words.length === 0) return [...options];
  const matches: { option: CategoryOption; rank: number }[] = [];
  for (const option of options) {
    const label = foldText(option.label);
    if (!words.every((word) => label.includes(word))) continue;
    matches.push({ option, rank: rankOf(foldText(option.name), label, { text, words }) });
  }
  // The sort is stable, so equal ranks stay in tree order.
  return matches.sort((one, other) => one.rank - other.rank).map(({ option }) => option);
}

function rankOf(name: string, label: string, { text, words }: { text: string; words: string[] }): number {
  if (name === text) return -1;
  if (name.startsWith(text)) return 0;
  const starts = label.split(/[\s›,/&-]+/);
  return words.every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}
