// Registry of lazy labs.
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';

interface Lab {
  /** In the URL: `?view=labs&lab=<id>`. What was stored under an older id keeps its key. */
  readonly id: string;
  readonly label: string;
  readonly summary: string;
  readonly Content: ComponentType;
}

export const labs: readonly Lab[] = [
  {
    id: 'xray',
    label: 'Prompt X-ray',
    summary:
      'How much each token of the prompt surprises the model: typos, odd phrases and unclear lines show as heat.',
    Content: lazyPart(() => import('./XrayLab.tsx'), 'XrayLab'),
  },
  {
    id: 'ranking',
    label: 'Answer ranking',
    summary: 'Which of several answers the model finds most likely after the prompt: scored, not generated.',
    Content: lazyPart(() => import('./RankingLab.tsx'), 'RankingLab'),
  },
  {
    id: 'surprise',
    label: 'Cross-model surprise',
    summary: 'Where two models disagree about a text: highlights what one expects and the other does not.',
    Content: lazyPart(() => import('./SurpriseLab.tsx'), 'SurpriseLab'),
  },
  {
    id: 'alternatives',
    label: 'Alternatives',
    summary:
      'Which tokens could come next and how likely each is, found by sampling one token many times, because the API does not list them.',
    Content: lazyPart(() => import('#pages/playground/tokens/AlternativesLab.tsx'), 'AlternativesLab'),
  },
  {
    id: 'checkpoints',
    label: 'Checkpoint comparison',
    summary:
      'What a fine-tune changed, step by step: base, checkpoints and final model on one prompt, and how well each predicts an unseen text.',
    Content: lazyPart(() => import('./CheckpointsLab.tsx'), 'CheckpointsLab'),
  },
  {
    id: 'grid',
    label: 'Parameter grid',
    summary:
      'How two parameters change the answers: a grid of their values with several answers per cell and what they have in common.',
    Content: lazyPart(() => import('./ParameterGridLab.tsx'), 'ParameterGridLab'),
  },
  {
    id: 'determinism',
    label: 'Determinism check',
    summary:
      'Sends the same request with the same seed several times and finds the first token that differs.',
    Content: lazyPart(() => import('./DeterminismLab.tsx'), 'DeterminismLab'),
  },
  {
    id: 'stops',
    label: 'Stop lab',
    summary:
      'Where stop sequences would have cut the latest answers, and what they would have saved. Nothing is sent.',
    Content: lazyPart(() => import('./StopsLab.tsx'), 'StopsLab'),
  },
];
