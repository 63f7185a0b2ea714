SET time_zone = '+00:00', SESSION group_concat_max_len = 4294967295;

SELECT JSON_ARRAY('CREATE', 'WINDOW', 604800);

SELECT JSON_MERGE_PRESERVE(JSON_ARRAY(
    'ARTICLE', s.id, p.name, s.title, COALESCE(s.url, ''),
    'TIME', CAST(FLOOR(UNIX_TIMESTAMP(s.created_at)) AS SIGNED),
    'CLOSES', CAST(FLOOR(UNIX_TIMESTAMP(s.created_at)) AS SIGNED) + 604800,
    'COMMENTS', (SELECT COUNT(*) FROM comments c WHERE c.story_id = s.id AND NOT c.deleted),
    'BUMPED', CAST(FLOOR(UNIX_TIMESTAMP(GREATEST(s.created_at, COALESCE((
        SELECT MAX(c.created_at) FROM comments c WHERE c.story_id = s.id AND NOT c.deleted
    ), s.created_at)))) AS SIGNED),
    'UP', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                        WHERE v.story_id = s.id AND v.value > 0), '$'),
    'DOWN', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                          WHERE v.story_id = s.id AND v.value < 0), '$'),
    'GROUPS', JSON_EXTRACT((SELECT JSON_ARRAYAGG(t.name) FROM taggings g JOIN tags t ON t.id = g.tag_id
                            WHERE g.story_id = s.id), '$'),
    'FIELDS', JSON_ARRAY(JSON_ARRAY('source', CONCAT('story ', s.id)))),
    IF(s.hidden, JSON_ARRAY('HIDDEN'), JSON_ARRAY()))
FROM stories s JOIN users p ON p.id = s.user_id
ORDER BY s.id;

SELECT IF(c.deleted, JSON_ARRAY(
    'PLACE', CONCAT('comment:', c.id),
    COALESCE(CONCAT('comment:', c.parent_id), CONCAT('article:', c.story_id)),
    'TIME', CAST(FLOOR(UNIX_TIMESTAMP(c.created_at)) AS SIGNED)),
JSON_ARRAY(
    'COMMENT', c.id, p.name,
    COALESCE(CONCAT('comment:', c.parent_id), CONCAT('article:', c.story_id)), c.body,
    'TIME', CAST(FLOOR(UNIX_TIMESTAMP(c.created_at)) AS SIGNED),
    'CLOSES', CAST(FLOOR(UNIX_TIMESTAMP(c.created_at)) AS SIGNED) + 604800,
    'UP', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                        WHERE v.comment_id = c.id AND v.value > 0), '$'),
    'DOWN', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                          WHERE v.comment_id = c.id AND v.value < 0), '$')))
FROM comments c JOIN users p ON p.id = c.user_id
WHERE NOT c.deleted OR EXISTS (SELECT 1 FROM comments a WHERE a.parent_id = c.id)
ORDER BY c.id;
