// Palette options for models, hardware, fine-tunes, jobs and sessions.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { fineTunesQuery, hardwareQuery, modelsQuery } from '#api/queries.ts';
import { isSampleModel, mayCompleteText } from '#api/schema/model.ts';
import { currentConnection, useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { addressOf, paths, readSearch } from '#lib/address.ts';
import { useWatchList } from '#pages/jobs/watch-list.ts';
import type { PaletteOption } from './CommandPalette.tsx';
import { roomFirst } from './fuzzy.ts';

interface Options {
  readonly label: string;
  readonly options: readonly PaletteOption[];
}

/** List requests are free; an operation that the service lacks is not requested again. */
export function useRecordOptions(): readonly Options[] {
  const client = useClient();
  const [pathname, navigate] = useLocation();
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  const asked = { enabled: !isRefused, staleTime: Infinity, retryOnMount: false };
  const models = useQuery({ ...modelsQuery(client), ...asked });
  const hardware = useQuery({ ...hardwareQuery(client), ...asked });
  const fineTunes = useQuery({ ...fineTunesQuery(client), ...asked });
  const jobs = useWatchList((state) => state.list).filter(({ baseUrl }) => baseUrl === client.baseUrl);
  const trained = new Map((fineTunes.data?.items ?? []).map((item) => [item.job_id, item.status]));
  const groups = [
    {
      label: 'Models',
      options: (models.data?.items ?? []).map((model) => {
        const { id } = model;
        const isHere = pathname === paths.models || pathname === paths.hardware;
        const isRun = !isHere && mayCompleteText(model) && !isSampleModel(model);
        return {
          value: `model ${id}`,
          label: id,
          detail: isHere ? '' : isRun ? 'in the playground' : 'in Models',
          act: () => {
            const here = readSearch(location.search);
            if (isRun) navigate(addressOf(paths.playground, { model: id }));
            else if (pathname === paths.hardware) navigate(addressOf(pathname, { ...here, model: id }));
            else navigate(addressOf(paths.models, { ...(isHere && here), open: id }));
          },
        };
      }),
    },
    {
      label: 'Hardware',
      options: (hardware.data?.items ?? []).map(({ id }) => ({
        value: `hardware ${id}`,
        label: id,
        detail: 'hardware',
        act: () => {
          const here = pathname === paths.hardware ? readSearch(location.search) : {};
          const side = here['view'] === 'break-even' ? {} : { side: 'details', view: undefined };
          // A quoted price is of one configuration.
          navigate(addressOf(paths.hardware, { ...here, open: id, quote: undefined, ...side }));
        },
      })),
    },
    {
      label: 'Fine-tunes',
      options: (fineTunes.data?.items ?? []).map(({ id, status, model, model_output_name: name }) => ({
        value: `fine-tune ${id}`,
        label: name || id,
        isName: true,
        detail: [status, name ? '' : model].filter(Boolean).join(' · '),
        keywords: id,
        act: () => navigate(paths.fineTune(id)),
      })),
    },
    {
      label: 'Jobs',
      options: jobs.map(({ jobId, seen }) => ({
        value: `job ${jobId}`,
        label: jobId,
        // A job's own has no word for cancelled.
        detail: trained.get(jobId) ?? seen?.status ?? '',
        act: () => navigate(paths.job(jobId)),
      })),
    },
  ];
  return roomFirst(groups, pathname);
}

/** Sessions and presets of history, and commands on all of it; loaded when the palette opens. */
export function useHistoryOptions(): readonly Options[] {
  const [, navigate] = useLocation();
  const [groups, setGroups] = useState<readonly Options[]>([]);
  useEffect(() => {
    const toPage = () => navigate(paths.playground);
    let isOpen = true;
    async function load() {
      const {
        beginSession,
        exportHistory,
        presetCommands,
        resetParameters,
        sessionCommands,
        sessionHindrance,
      } = await import('#pages/playground/history/session-commands.ts');
      const [sessions, presets] = [await sessionCommands(), await presetCommands()];
      const hindrance = sessionHindrance();
      if (!isOpen) return;
      const begin = () => {
        beginSession();
        toPage();
      };
      const ofSessions = [
        { value: 'session new', label: 'New session', detail: hindrance, act: begin },
        { value: 'session examples', label: 'Examples', detail: hindrance || 'in a new session', act: begin },
        { value: 'session export', label: 'Export the whole history', act: () => void exportHistory() },
        ...sessions.map(({ id, title, detail, run }) => ({
          value: `session ${id}`,
          label: title,
          detail: hindrance || detail,
          act: () => {
            run('');
            toPage();
          },
        })),
      ];
      const ofPresets = [
        ...presets.map(({ id, title, run }) => ({
          value: `preset ${id}`,
          label: title,
          act: () => {
            run('');
            toPage();
          },
        })),
        {
          value: 'preset none',
          label: 'Reset all parameters to their defaults',
          act: () => {
            resetParameters();
            toPage();
          },
        },
      ];
      setGroups([
        { label: 'Sessions', options: ofSessions },
        { label: 'Presets', options: ofPresets },
      ]);
    }
    // On failure the other options remain.
    load().catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [navigate]);
  return groups;
}
