// The moderation model `inferdeck/guard-words`: a small list of words, matched whole and without regard to case.

/** Its name as `safety_model`, since when it exists (Unix seconds), and what a person should know of it. */
export const guardModel = {
  id: 'inferdeck/guard-words',
  created: 1_767_225_600,
  description: 'A list of words that a tale for children does without.',
} as const;

/** The words that it blocks: gore, slurs' mild cousins and weapons, which a children's tale does without. */
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
