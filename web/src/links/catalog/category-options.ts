import type { CategoryNode } from '@aisle/contract/catalog/categories';
import { foldText, searchWords } from '@aisle/contract/core/fold-text';

export interface CategoryOption {
  value: string;
  /** With everything above it: "Dairy › Cheese". */
  label: string;
  name: string;
  above: string;
}

/** All categories in the order of the tree, each named with its path, so that two of one name differ. */
export function categoryOptions(nodes: readonly CategoryNode[], above = ''): CategoryOption[] {
  return nodes.flatMap((node) => {
    const label = above === '' ? node.name : `${above} › ${node.name}`;
    return [{ value: node._id, label, name: node.name, above }, ...categoryOptions(node.children, label)];
  });
}

/** Whether a tree has categories that weren't sent: it is then searched on the server. */
export const isCut = (nodes: readonly CategoryNode[]): boolean =>
  nodes.some((node) => node.children.length < node.childCount || isCut(node.children));

/** The options whose path contains every word; where each begins a word first, those named so before all, and the one of that very name at the top. */
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
  // A stable sort: of one rank, the order of the tree stays.
  return matches.sort((one, other) => one.rank - other.rank).map(({ option }) => option);
}

function rankOf(name: string, label: string, { text, words }: { text: string; words: string[] }): number {
  if (name === text) return -1;
  if (name.startsWith(text)) return 0;
  const starts = label.split(/[\s›,/&-]+/);
  return words.every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}
