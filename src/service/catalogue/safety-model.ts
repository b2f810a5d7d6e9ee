// The moderation model `inferdeck/guard-words`: a word list, matched whole and case-insensitively.

/** The id is its name as `safety_model`; `created` is in Unix seconds. */
export const guardModel = {
  id: 'inferdeck/guard-words',
  created: 1_767_225_600,
  description: 'Blocks words that do not belong in a children’s tale.',
} as const;

/** Gore, mild slurs and weapons, which a children’s tale does without. */
export const guardWords: readonly string[] = [
  'bomb',
  'corpse',
  'damn',
  'gore',
  'grenade',
  'gun',
  'kill',
  'killed',
  'murder',
  'murdered',
  'pistol',
  'poison',
  'rifle',
  'suicide',
  'torture',
];
