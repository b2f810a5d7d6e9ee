// Zod's jitless switch: the page's content security policy forbids eval.
import { config } from 'zod/mini';

config({ jitless: true });
