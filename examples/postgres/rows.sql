SELECT jsonb_build_array('CREATE', 'WINDOW', 604800);

SELECT jsonb_build_array(
    'ARTICLE', s.id, p.name, s.title, coalesce(s.url, ''),
    'TIME', floor(extract(epoch FROM s.created_at))::bigint,
    'CLOSES', floor(extract(epoch FROM s.created_at))::bigint + 604800,
    'COMMENTS', (SELECT count(*) FROM comments c WHERE c.story_id = s.id AND NOT c.deleted),
    'BUMPED', floor(extract(epoch FROM greatest(s.created_at, (
        SELECT max(c.created_at) FROM comments c WHERE c.story_id = s.id AND NOT c.deleted
    ))))::bigint,
    'UP', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
           WHERE v.story_id = s.id AND v.value > 0),
    'DOWN', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
             WHERE v.story_id = s.id AND v.value < 0),
    'GROUPS', (SELECT jsonb_agg(t.name) FROM taggings g JOIN tags t ON t.id = g.tag_id
               WHERE g.story_id = s.id),
    'FIELDS', jsonb_build_array(jsonb_build_array('source', 'story ' || s.id)))
    || CASE WHEN s.hidden THEN '["HIDDEN"]' ELSE '[]' END::jsonb
FROM stories s JOIN users p ON p.id = s.user_id
ORDER BY s.id;

SELECT CASE WHEN c.deleted THEN jsonb_build_array(
    'PLACE', 'comment:' || c.id, a.answered,
    'TIME', floor(extract(epoch FROM c.created_at))::bigint)
ELSE jsonb_build_array(
    'COMMENT', c.id, p.name, a.answered, c.body,
    'TIME', floor(extract(epoch FROM c.created_at))::bigint,
    'CLOSES', floor(extract(epoch FROM c.created_at))::bigint + 604800,
    'UP', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
           WHERE v.comment_id = c.id AND v.value > 0),
    'DOWN', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
             WHERE v.comment_id = c.id AND v.value < 0))
END
FROM comments c JOIN users p ON p.id = c.user_id,
    LATERAL (SELECT coalesce('comment:' || c.parent_id, 'article:' || c.story_id) AS answered) a
WHERE NOT c.deleted OR EXISTS (SELECT FROM comments o WHERE o.parent_id = c.id)
ORDER BY c.id;
