// The one switch that keeps zod from compiling code: the page's policy forbids eval.
import { config } from 'zod/mini';

config({ jitless: true });
