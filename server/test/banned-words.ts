/**
 * Texts for users are in plain American product English. Each pattern once appeared in messages; beside it is the replacement.
 */
export const bannedWords: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bstands?\b/i, 'is, appears'],
  [/\b(lies|lay)\b/i, 'is'],
  [/\b(bears?|borne)\b/i, 'has, uses'],
  [/\bas such\b/i, 'leave it out'],
  [/\bof (its|their|your|his|her) own\b/i, 'custom'],
  [/\b(whoever|somebody|nobody|everybody)\b/i, 'anyone, someone, no one, everyone'],
  [/\bshoppers?\b/i, 'customer'],
  [/\b(may|may not)\b/, 'can, can’t'],
  [
    /\b(go|goes|went|gone|come|comes|came|give|gives|gave|given|take|takes|took|taken|taking) back\b/i,
    'return, refund, undo',
  ],
  [/\b(take|takes|taken) (down|off)\b/i, 'create, remove'],
  [/\btaken up\b/i, 'accepted'],
  [/\bcall(ed)? (it )?off\b/i, 'cancel'],
  [/\b(write|writes|written) (it |them )?down\b/i, 'record'],
  [/\b(fetch|fetched|fetches)\b/i, 'pick up'],
  [/\b(swap|swapped|swaps)\b/i, 'replace'],
  [/\b(meanwhile|anew|thereof|likewise)\b/i, 'while you were editing, again'],
  [/\b(holds|held)\b/i, 'have, apply'],
  [/\bany more\b/i, 'anymore'],
  [/\b(there|named|here) twice\b/i, 'listed twice'],
  [/\bnothing (of|is|was|has) (it|left|been)\b/i, 'say what is, or leave it out'],
  [/\b(is|are|be|was) told\b/i, 'is notified'],
  [/\bgoods are\b/i, 'items are'],
  [/\bunder way\b/i, 'in progress'],
  [/\bbroken off\b/i, 'interrupted'],
  [/\banother look\b/i, 'say what is wrong'],
  [/\b(mails?|mailed|e-mails?)\b/i, 'email'],
  [/\btelephones?\b/i, 'phone'],
  [/\bper cent\b/i, 'percent'],
  [
    /\b(catalogues?|licences?|colours?|centres?|behaviours?|favourites?|grey|cheques?|dearer)\b/i,
    'American spelling',
  ],
  [/\b(authoris|organis|recognis|customis|summaris)(e|ed|es|ing|ation)\b/i, 'American spelling: -ize'],
  [/\bfulfil(ment|s)?\b/i, 'American spelling: fulfill'],
  [
    /[a-z’')}]: (add|ask|bring|call|cancel|change|check|choose|close|drop|export|give|load|look|narrow|open|save|say|see|send|settle|split|switch|take|try|unpack|use|wait|write)\b(?! the|n)/,
    'two sentences instead of a colon before what to do',
  ],
];

/** Texts that keep one of these words, with the reason. */
export const exemptTexts: Readonly<Record<string, string>> = {
  'Clocks go back: this day has 25 hours': 'what clocks do in the fall',
  'nobody has this password': 'a password, to be hashed',
  'Nobody home': 'what a driver says at the door',
};
