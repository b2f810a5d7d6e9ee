// Sample catalogue of hosted models: public facts, dated prices.

export const modelTypes = ['chat', 'language', 'code', 'image', 'embedding', 'moderation', 'rerank'] as const;

type SampleModelType = (typeof modelTypes)[number];

/** 0 where not sold that way. */
interface SamplePricing {
  /** US dollars per million tokens. */
  readonly input: number;
  readonly output: number;
  /** US dollars, on the cheapest sample hardware. */
  readonly hourly?: number;
  /** US dollars per image. */
  readonly base?: number;
  /** US dollars per million tokens; made up. */
  readonly finetune?: number;
}

export interface SampleModel {
  readonly id: string;
  readonly type: SampleModelType;
  readonly name: string;
  readonly organization: string;
  readonly license: string;
  /** YYYY-MM-DD. */
  readonly released: string;
  /** An image model's is that of its text encoder. */
  readonly contextLength: number;
  /** 10^9 bytes. */
  readonly weightsGb: number;
  readonly pricing: SamplePricing;
}

/** 16-bit weights unless noted; own figures of 2026-07-07. */
const textModels: readonly SampleModel[] = [
  {
    id: 'meta-llama/Llama-3.1-8B',
    type: 'language',
    name: 'Llama 3.1 8B',
    organization: 'Meta',
    license: 'Llama 3.1 Community License',
    released: '2024-07-23',
    contextLength: 131_072,
    weightsGb: 16.1,
    pricing: { input: 0, output: 0, hourly: 0.99, finetune: 0.48 },
  },
  {
    id: 'mistralai/Mixtral-8x7B-v0.1',
    type: 'language',
    name: 'Mixtral 8x7B v0.1',
    organization: 'Mistral AI',
    license: 'Apache-2.0',
    released: '2023-12-11',
    contextLength: 32_768,
    weightsGb: 93.4,
    pricing: { input: 0.6, output: 0.6, finetune: 1.5 },
  },
  {
    id: 'google/gemma-2-9b',
    type: 'language',
    name: 'Gemma 2 9B',
    organization: 'Google',
    license: 'Gemma Terms of Use',
    released: '2024-06-27',
    contextLength: 8_192,
    weightsGb: 18.5,
    pricing: { input: 0, output: 0, hourly: 0.99 },
  },
  {
    id: 'Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8',
    type: 'code',
    name: 'Qwen3 Coder 480B A35B Instruct FP8',
    organization: 'Qwen',
    license: 'Apache-2.0',
    released: '2025-07-22',
    contextLength: 262_144,
    // 8-bit.
    weightsGb: 482,
    pricing: { input: 2, output: 2 },
  },
  {
    id: 'Qwen/Qwen2.5-Coder-32B-Instruct',
    type: 'code',
    name: 'Qwen2.5 Coder 32B Instruct',
    organization: 'Qwen',
    license: 'Apache-2.0',
    released: '2024-11-12',
    contextLength: 32_768,
    weightsGb: 65.5,
    pricing: { input: 0.8, output: 0.8, finetune: 1.5 },
  },
  {
    id: 'bigcode/starcoder2-15b',
    type: 'code',
    name: 'StarCoder2 15B',
    organization: 'BigCode',
    license: 'BigCode OpenRAIL-M v1',
    released: '2024-02-28',
    contextLength: 16_384,
    weightsGb: 32,
    pricing: { input: 0, output: 0, hourly: 0.99 },
  },
];

/** The first eight at the prices of a public serverless list of 2026-07-02, the last two at own figures of 2026-07-07. */
const chatModels: readonly SampleModel[] = [
  {
    id: 'meta-llama/Llama-3.3-70B-Instruct',
    type: 'chat',
    name: 'Llama 3.3 70B Instruct',
    organization: 'Meta',
    license: 'Llama 3.3 Community License',
    released: '2024-12-06',
    contextLength: 131_072,
    weightsGb: 141,
    pricing: { input: 0.88, output: 0.88, finetune: 2.9 },
  },
  {
    id: 'deepseek-ai/DeepSeek-V3.1',
    type: 'chat',
    name: 'DeepSeek V3.1',
    organization: 'DeepSeek',
    license: 'MIT',
    released: '2025-08-21',
    contextLength: 131_072,
    // 8-bit.
    weightsGb: 671,
    pricing: { input: 0.6, output: 1.7 },
  },
  {
    id: 'deepseek-ai/DeepSeek-R1',
    type: 'chat',
    name: 'DeepSeek R1',
    organization: 'DeepSeek',
    license: 'MIT',
    released: '2025-01-20',
    contextLength: 163_839,
    // 8-bit.
    weightsGb: 671,
    pricing: { input: 3, output: 7 },
  },
  {
    id: 'Qwen/Qwen3.5-9B',
    type: 'chat',
    name: 'Qwen3.5 9B',
    organization: 'Qwen',
    license: 'Apache-2.0',
    released: '2026-03-02',
    contextLength: 262_144,
    // Including the vision encoder.
    weightsGb: 20,
    pricing: { input: 0.17, output: 0.25, finetune: 0.48 },
  },
  {
    id: 'openai/gpt-oss-20b',
    type: 'chat',
    name: 'gpt-oss 20B',
    organization: 'OpenAI',
    license: 'Apache-2.0',
    released: '2025-08-05',
    contextLength: 131_072,
    // 4-bit experts.
    weightsGb: 13.8,
    pricing: { input: 0.05, output: 0.2, finetune: 1.5 },
  },
  {
    id: 'openai/gpt-oss-120b',
    type: 'chat',
    name: 'gpt-oss 120B',
    organization: 'OpenAI',
    license: 'Apache-2.0',
    released: '2025-08-05',
    contextLength: 131_072,
    // 4-bit experts.
    weightsGb: 65.3,
    pricing: { input: 0.15, output: 0.6 },
  },
  {
    id: 'moonshotai/Kimi-K2.6',
    type: 'chat',
    name: 'Kimi K2.6',
    organization: 'Moonshot AI',
    license: 'Modified MIT',
    released: '2026-04-20',
    contextLength: 262_144,
    // 4-bit experts.
    weightsGb: 595,
    pricing: { input: 1.2, output: 4.5 },
  },
  {
    id: 'zai-org/GLM-5.1',
    type: 'chat',
    name: 'GLM 5.1',
    organization: 'Z.ai',
    license: 'MIT',
    released: '2026-04-07',
    contextLength: 202_752,
    // 8-bit, published beside 16.
    weightsGb: 754,
    pricing: { input: 1.4, output: 4.4 },
  },
  {
    id: 'mistralai/Mistral-Small-24B-Instruct-2501',
    type: 'chat',
    name: 'Mistral Small 3 24B Instruct',
    organization: 'Mistral AI',
    license: 'Apache-2.0',
    released: '2025-01-30',
    contextLength: 32_768,
    weightsGb: 47.2,
    pricing: { input: 0.1, output: 0.3, finetune: 1.5 },
  },
  {
    id: 'google/gemma-3-27b-it',
    type: 'chat',
    name: 'Gemma 3 27B Instruct',
    organization: 'Google',
    license: 'Gemma Terms of Use',
    released: '2025-03-12',
    contextLength: 131_072,
    weightsGb: 54.9,
    pricing: { input: 0.1, output: 0.2, finetune: 1.5 },
  },
];

/** 16-bit weights; own figures of 2026-07-07. Output of embedding and rerank models costs nothing. */
const otherModels: readonly SampleModel[] = [
  {
    id: 'black-forest-labs/FLUX.1-schnell',
    type: 'image',
    name: 'FLUX.1 schnell',
    organization: 'Black Forest Labs',
    license: 'Apache-2.0',
    released: '2024-08-01',
    contextLength: 256,
    // 12 billion parameters for images, 5 billion for text.
    weightsGb: 33.7,
    pricing: { input: 0, output: 0, base: 0.003 },
  },
  {
    id: 'stabilityai/stable-diffusion-xl-base-1.0',
    type: 'image',
    name: 'Stable Diffusion XL 1.0',
    organization: 'Stability AI',
    license: 'CreativeML Open RAIL++-M',
    released: '2023-07-26',
    contextLength: 77,
    weightsGb: 6.9,
    pricing: { input: 0, output: 0, base: 0.002 },
  },
  {
    id: 'BAAI/bge-large-en-v1.5',
    type: 'embedding',
    name: 'BGE Large EN v1.5',
    organization: 'BAAI',
    license: 'MIT',
    released: '2023-09-12',
    contextLength: 512,
    weightsGb: 0.67,
    pricing: { input: 0.02, output: 0 },
  },
  {
    id: 'Qwen/Qwen3-Embedding-8B',
    type: 'embedding',
    name: 'Qwen3 Embedding 8B',
    organization: 'Qwen',
    license: 'Apache-2.0',
    released: '2025-06-05',
    contextLength: 32_768,
    weightsGb: 15.1,
    pricing: { input: 0.05, output: 0 },
  },
  {
    id: 'meta-llama/Llama-Guard-3-8B',
    type: 'moderation',
    name: 'Llama Guard 3 8B',
    organization: 'Meta',
    license: 'Llama 3.1 Community License',
    released: '2024-07-23',
    contextLength: 131_072,
    weightsGb: 16.1,
    pricing: { input: 0.2, output: 0.2 },
  },
  {
    id: 'google/shieldgemma-2b',
    type: 'moderation',
    name: 'ShieldGemma 2B',
    organization: 'Google',
    license: 'Gemma Terms of Use',
    released: '2024-07-31',
    contextLength: 8_192,
    weightsGb: 5.2,
    pricing: { input: 0.05, output: 0.05 },
  },
  {
    id: 'BAAI/bge-reranker-v2-m3',
    type: 'rerank',
    name: 'BGE Reranker v2 M3',
    organization: 'BAAI',
    license: 'Apache-2.0',
    released: '2024-03-18',
    contextLength: 8_192,
    weightsGb: 1.14,
    pricing: { input: 0.02, output: 0 },
  },
  {
    id: 'Qwen/Qwen3-Reranker-8B',
    type: 'rerank',
    name: 'Qwen3 Reranker 8B',
    organization: 'Qwen',
    license: 'Apache-2.0',
    released: '2025-06-05',
    contextLength: 32_768,
    weightsGb: 16.4,
    pricing: { input: 0.05, output: 0 },
  },
];

export const sampleModels: readonly SampleModel[] = [...chatModels, ...textModels, ...otherModels];

const byId: ReadonlyMap<string, SampleModel> = new Map(sampleModels.map((model) => [model.id, model]));

export function findSampleModel(id: string): SampleModel | null {
  return byId.get(id) ?? null;
}
